/** Rules of the page that shows a run: two panels beside each other where there is room, one on a phone. */
export const REPRODUCTION_STYLE = `
.answer{font-size:1.15rem}
.quick,.skipped{border-left:4px solid var(--axis);padding-left:.75rem}
.filter{margin:1rem 0 0}
.filter label{display:inline-flex;gap:.5rem;align-items:baseline;min-height:1.5rem}
main:has(#others:checked) :is(.agreed,tr.agrees){display:none}
strong.agrees,.verdict.agrees{color:var(--green)}
strong.explained,.verdict.explained{color:var(--violet)}
strong.unexplained,.verdict.unexplained{color:var(--violet);font-weight:700}
strong.differs,.verdict.differs{color:var(--red)}
.verdict{white-space:nowrap}
.verdict.differs{font-weight:700}
.contents{width:100%;margin-top:1.5rem}
.contents th[scope=row]{font-weight:400}
.contents .verdict{margin-right:.6rem}
.contents .subject{margin-left:.35rem}
h2 .subject{font-weight:400}
.paper{overflow:visible}
.panels{display:grid;grid-template-columns:repeat(auto-fill,350px);gap:1.25rem 1rem;overflow-x:auto}
.panels svg{max-width:none}
.rows,.rows caption{width:100%}
.rows th[scope=row]{font-weight:400;min-width:9rem}
.rows .why{color:var(--muted);min-width:11rem}
.rows tr.differs{background:var(--redBand)}
.rows tr.differs :is(.verdict,.why){color:var(--ink)}
.tables{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,28rem),1fr));gap:1rem 2rem;margin-top:1rem}
.tables .scroll{min-width:0}
.tables th[scope=row]{font-weight:400;white-space:nowrap}
.matrix td[style]{background:color-mix(in srgb,var(--blue) calc(var(--heat)*.5),var(--ground));padding:.25rem .5rem;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.matrix th.number{padding-right:.5rem}
section{scroll-margin-top:1rem}
@media (min-width:1120px){
.rows th[scope=row]{min-width:17rem}
.paper{display:grid;grid-template-columns:716px 1fr;gap:2.5rem;align-items:start}
.paper figcaption{margin-top:0}
.paper figcaption p:first-child{margin-top:0}
}
@media screen and (max-width:640px){
.contents thead{display:none}
.contents tr{display:grid;grid-template-columns:1fr auto;padding:.4rem 0;border-bottom:1px solid var(--rule)}
.contents th,.contents td{border:0;padding:.1rem 0}
.contents th{grid-column:1/-1}
.contents .subject{display:block;margin:0;font-size:.85rem}
.contents td.number::after{content:' s'}
.rows,.rows tbody,.rows caption{display:block}
.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.rows tr{display:grid;grid-template-columns:repeat(3,1fr);padding:.5rem .25rem;border-bottom:1px solid var(--rule)}
.rows th,.rows td{border:0;padding:.1rem 0}
.rows th[scope=row]{grid-column:1/3;font-weight:600;min-width:0}
.rows td.verdict{grid-column:3;grid-row:1;text-align:right}
.rows td.number{text-align:left}
.rows td.number::before{content:attr(data-name);display:block;font-size:.75rem;color:var(--muted)}
.rows .why{grid-column:1/-1;min-width:0;font-size:.85rem}
}
@media print{
.filter:not(:has(:checked)){display:none}
.scroll:has(.rows){break-inside:auto}
section:has(figure){break-before:page}
.rows tbody tr:nth-child(-n+3),.rows tbody tr:nth-last-child(-n+2){break-before:avoid}
h2{break-inside:avoid;margin-top:1rem}
figure{margin:.5rem 0}
figcaption,figcaption p{font-size:9pt;max-width:none}
.panels{grid-template-columns:1fr 1fr;gap:.25rem 1rem;overflow:visible}
.panels svg{width:100%;height:auto}
.panels svg{break-inside:avoid}
.files{display:none}
.rows th[scope=row]{min-width:11rem}
.rows .why{min-width:0}
a{color:inherit;text-decoration:none}
.tables{grid-template-columns:1fr 1fr}
table{font-size:8.5pt;line-height:1.3}
th,td{padding:.1rem .5rem .1rem 0}
}
`.trim();
