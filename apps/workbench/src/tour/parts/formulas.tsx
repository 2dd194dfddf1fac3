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
const Fraction = ({ over, under }: { over: ComponentChildren; under: ComponentChildren }) => (
  <mfrac>
    <mrow>{over}</mrow>
    <mrow>{under}</mrow>
  </mfrac>
);

/** Numbers, letters and signs, as they are written between spaces; r1 is r with an index. */
function terms(formula: string): ComponentChildren[] {
  return formula.split(' ').map((term, i) => {
    const [, letter, index] = /^(r)(\d)$/.exec(term) ?? [];
    if (index)
      return (
        <msub key={i}>
          <mi>{letter}</mi>
          <mn>{index}</mn>
        </msub>
      );
    if (/^\d+$/.test(term)) return <mn key={i}>{term}</mn>;
    return /^\p{L}+$/u.test(term) ? <mi key={i}>{term}</mi> : <mo key={i}>{term}</mo>;
  });
}

/** value = Var(E[Θ | Y]) / Var(Θ) */
export const ValueFormula = () => (
  <Block>
    <mtext>value</mtext>
    <mo>=</mo>
    <Fraction
      over={
        <Of name="Var">
          <mtext>best prediction of</mtext>
          <mspace width="0.3em" />
          {terms('Θ')}
        </Of>
      }
      under={<Of name="Var">{terms('Θ')}</Of>}
    />
  </Block>
);

/** What the benchmark sees, by the correlations at lag 0 to 3. */
export const SeenFormula = () => (
  <>
    <Block>
      <Of name="Cov">{terms('Y , Θ')}</Of>
      <mo>=</mo>
      <Fraction over={terms('1 + r1 + r2 + r3')} under={terms('4')} />
    </Block>
    <Block>
      <Of name="Var">{terms('Θ')}</Of>
      <mo>=</mo>
      <Fraction over={terms('4 + 6 r1 + 4 r2 + 2 r3')} under={terms('16')} />
    </Block>
  </>
);

/** r₁ + ε, r₂ − 2ε, r₃ + ε */
export const MovedFormula = () => (
  <Block>
    {terms('r1 + ε')}
    <mo separator>,</mo>
    <mspace width="1em" />
    {terms('r2 − 2 ε')}
    <mo separator>,</mo>
    <mspace width="1em" />
    {terms('r3 + ε')}
  </Block>
);

/** estimated difference > 2 × largest error */
export const ResolvedFormula = () => (
  <Block>
    <mtext>estimated difference</mtext>
    {terms('> 2 ×')}
    <mtext>largest error</mtext>
  </Block>
);
