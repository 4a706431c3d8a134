/** Small pages without scripts, for people who look behind the scenes. */
import { escapeHtml } from '../../../shared/escape-html.ts'

export const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
details { border: 1px solid #8884; border-radius: 6px; margin: .4rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow: auto; padding: .6rem; background: #8881; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
.muted { opacity: .7; } .method { display: inline-block; min-width: 3.2rem; font-weight: 600; }
</style>
</head>
<body>
${body}
</body>
</html>
`
