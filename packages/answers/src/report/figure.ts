import { html, type Markup, trusted } from '../pages/html.ts';

/** Widths of the two drawings of a picture: for screens and paper, and for a phone held upright. */
const WIDE = 720;
const PHONE = 358;

/** A picture that is drawn anew for narrow screens; the style sheet shows one of the two. */
export function figure(draw: (width: number) => string, caption: string): Markup {
  return html`<figure>
<div class="wide">${trusted(draw(WIDE))}</div>
<div class="narrow">${trusted(draw(PHONE))}</div>
<figcaption>${caption}</figcaption>
</figure>
`;
}

/** A picture of one width; a narrow screen scrolls it. */
export function wideFigure(svg: string, caption: string): Markup {
  return html`<figure class="scrolls" tabindex="0">
${trusted(svg)}<figcaption>${caption}</figcaption>
</figure>
`;
}

/** Small pictures beside each other, as many as have room. */
export function figures(svgs: readonly string[], caption: string): Markup {
  return html`<figure>
<div class="row">${svgs.map((svg) => html`<div>${trusted(svg)}</div>`)}</div>
<figcaption>${caption}</figcaption>
</figure>
`;
}

export const FIGURE_STYLE = `
.narrow{display:none}
.row{display:flex;flex-wrap:wrap;gap:.5rem}
.row>div{max-width:100%}
@media screen and (max-width:40rem){.wide{display:none}.narrow{display:block}
figure.scrolls{overflow-x:auto}
figure.scrolls svg{max-width:none}}
`.trim();
