/** How the public pages look: of one file with the page, so that nothing is loaded beside it, in light and in dark. */
export const style = `
:root{color-scheme:light dark;--text:#16191f;--quiet:#545b64;--line:#c6c6cd;--back:#fff;--soft:#f4f6f8;--link:#0b5fa5;--own:#1a7f37}
@media (prefers-color-scheme:dark){:root{--text:#e9ebed;--quiet:#b6bec9;--line:#5f6b7a;--back:#0f1b2a;--soft:#192534;--link:#89bdee;--own:#7fd393}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
body>*{max-width:72rem;margin-inline:auto;padding-inline:1rem}
header{padding-block:1rem .5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
a{color:var(--link)}
a:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.75rem}
form>div{flex:1 1 12rem;min-width:0}
form>.wide{flex-basis:100%}
label{display:block;font-weight:600;margin-bottom:.15rem}
input,select,button{font:inherit;color:inherit;background:var(--back);border:1px solid var(--quiet);border-radius:.35rem;padding:.45rem .6rem;width:100%;min-height:2.75rem}
button{width:auto;background:var(--own);border-color:var(--own);color:var(--back);font-weight:600;padding-inline:1.25rem;cursor:pointer}
.reset{padding:.6rem 0}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:start;color:var(--quiet);padding:.75rem 0 .25rem}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word;min-width:7rem}
thead th{color:var(--quiet);font-weight:600}
tbody th a{font-weight:600}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.35rem 1.25rem}
dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.pages{display:flex;gap:1rem;align-items:center;padding-block:.75rem}
.pages a{padding:.6rem 0}
.quiet{color:var(--quiet)}
footer{color:var(--quiet);padding-block:1rem 2rem;font-size:.9rem}
footer ul,.lists{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:.5rem 0}
footer li{padding:.35rem 0}
@media (max-width:40rem){dl{display:block}dt{margin-top:.5rem}}
`
