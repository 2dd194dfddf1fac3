import type { ComponentChildren } from 'preact';

// The tour's formulas in MathML, which browsers set and screen readers read.

const Block = ({ children }: { children: ComponentChildren }) => (
  <math display="block" class="formula">
    <mrow>{children}</mrow>
  </math>
);
const Of = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <mrow>
    <mi>{name}</mi>
    <mo>(</mo>
    {children}
    <mo>)</mo>
  </mrow>
);
const Lag = ({ of }: { of: number }) => (
  <msub>
    <mi>r</mi>
    <mn>{of}</mn>
  </msub>
);
const Theta = () => <mi>Θ</mi>;

/** value = Var(E[Θ | Y]) / Var(Θ) */
export const ValueFormula = () => (
  <Block>
    <mtext>value</mtext>
    <mo>=</mo>
    <mfrac>
      <Of name="Var">
        <mtext>best prediction of</mtext>
        <mspace width="0.3em" />
        <Theta />
      </Of>
      <Of name="Var">
        <Theta />
      </Of>
    </mfrac>
  </Block>
);

/** What the benchmark sees, by the correlations at lag 0 to 3. */
export const SeenFormula = () => (
  <>
    <Block>
      <Of name="Cov">
        <mi>Y</mi>
        <mo>,</mo>
        <Theta />
      </Of>
      <mo>=</mo>
      <mfrac>
        <mrow>
          <mn>1</mn>
          <mo>+</mo>
          <Lag of={1} />
          <mo>+</mo>
          <Lag of={2} />
          <mo>+</mo>
          <Lag of={3} />
        </mrow>
        <mn>4</mn>
      </mfrac>
    </Block>
    <Block>
      <Of name="Var">
        <Theta />
      </Of>
      <mo>=</mo>
      <mfrac>
        <mrow>
          <mn>4</mn>
          <mo>+</mo>
          <mn>6</mn>
          <Lag of={1} />
          <mo>+</mo>
          <mn>4</mn>
          <Lag of={2} />
          <mo>+</mo>
          <mn>2</mn>
          <Lag of={3} />
        </mrow>
        <mn>16</mn>
      </mfrac>
    </Block>
  </>
);

/** r₁ + ε, r₂ − 2ε, r₃ + ε */
export const MovedFormula = () => (
  <Block>
    <Lag of={1} />
    <mo>+</mo>
    <mi>ε</mi>
    <mo separator>,</mo>
    <mspace width="1em" />
    <Lag of={2} />
    <mo>−</mo>
    <mn>2</mn>
    <mi>ε</mi>
    <mo separator>,</mo>
    <mspace width="1em" />
    <Lag of={3} />
    <mo>+</mo>
    <mi>ε</mi>
  </Block>
);

/** estimated difference > 2 × largest error */
export const ResolvedFormula = () => (
  <Block>
    <mtext>estimated difference</mtext>
    <mo>&gt;</mo>
    <mn>2</mn>
    <mo>×</mo>
    <mtext>largest error</mtext>
  </Block>
);
