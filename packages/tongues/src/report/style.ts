/** Style of the report's page: light and dark, wide and narrow, on paper as well. */
export const style = `
:root{--ground:#fff;--text:#1a1a1a;--dim:#555;--line:#ccc;--good:#d8f0dc;--mid:#fbe9c0;--bad:#f8d0cc;--code:#f3f3f3;--link:#0b4fa8;--bar:#2f7d46}
@media (prefers-color-scheme:dark){:root{--ground:#15171a;--text:#ececec;--dim:#b4b4b4;--line:#44484d;--good:#17402a;--mid:#4d3b0c;--bad:#5c1f1b;--code:#22252a;--link:#9cc4ff;--bar:#5fb27c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:1240px;margin:0 auto;padding:1rem}
h1{margin:.5rem 0;font-size:1.7rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
small{color:inherit;font-weight:400}
a{color:var(--link)}
table{border-collapse:collapse}
th,td{padding:.3rem .5rem;border:1px solid var(--line);text-align:left;font-weight:400}
thead th{font-weight:600}
.number{text-align:right;white-space:nowrap}
.score{font-size:1.2rem;padding:.6rem .8rem;border-radius:.3rem;display:inline-block}
.good{background:var(--good)}.mid{background:var(--mid)}.bad{background:var(--bad)}.none{color:var(--dim)}
.note{border-left:4px solid var(--link);padding-left:.8rem}
.axes{width:100%;max-width:40rem}.bar{width:50%}.bar span{display:block;height:.8rem;background:var(--bar);min-width:1px}
.scroll{overflow-x:auto;max-width:100%;position:relative}
.square td{min-width:6.5rem}
.matrix{font-size:.85rem}.matrix td,.matrix thead th{text-align:center;padding:.15rem .35rem;white-space:nowrap}
.matrix tbody th{white-space:nowrap;position:sticky;left:0;background:var(--ground)}
.matrix .axis th{font-weight:600;padding-top:.8rem;border-left:0;border-right:0}
.matrix a{font-weight:700;color:inherit}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{border:1px solid var(--line);border-radius:.3rem;margin:.4rem 0;padding:.2rem .7rem}
summary{cursor:pointer;overflow-wrap:anywhere}
.tag{background:var(--bad);padding:0 .4rem;border-radius:.2rem}
dl{margin:.2rem 0}dt{color:var(--dim)}dd{margin:0 0 .3rem;overflow-wrap:anywhere}
pre{background:var(--code);padding:.6rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;max-height:20rem;overflow-y:auto}
code{overflow-wrap:anywhere}
footer{margin-top:2rem;color:var(--dim);font-size:.9rem}
@media (max-width:480px){main{padding:.6rem}.matrix{font-size:.75rem}.matrix tbody th{max-width:9.5rem;overflow:hidden;text-overflow:ellipsis}.square td{min-width:5rem}}
@media print{details{break-inside:avoid}}
`
