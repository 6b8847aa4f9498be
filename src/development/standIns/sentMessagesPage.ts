import { html, Markup } from '#platform/http/markup.ts'

/** A message as the stand-in's page shows it. */
export interface ListedMessage {
  at: number
  way: 'WhatsApp' | 'SMS' | 'Notification'
  to: string
  template: string
  values: readonly string[]
  state: string
}

const style = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f4;color:#1c2733;font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:1000px;margin:0 auto;padding:16px}
header{padding:4px 4px 12px}
h1{font-size:20px;margin:0}
p{margin:0;padding:0 4px;color:#5a6775}
header p{padding:0}
ol{list-style:none;margin:0;padding:0}
li{background:#fff;border:1px solid #d9dfe5;border-radius:12px;padding:12px 16px;margin-bottom:8px;overflow-wrap:anywhere}
li>div{display:flex;flex-wrap:wrap;gap:4px 12px;color:#5a6775;font-size:13px}
b{color:#1c2733}
span.state{margin-left:auto}
`

/** Returns the page of the latest messages, newest first. It reloads itself. */
export function sentMessagesPage(messages: readonly ListedMessage[], nonce: string): { html: string; policy: string } {
  const rows = messages.map(
    ({ at, way, to, template, values, state }) => html`<li>
<div><b>${way}</b><span>${to}</span><span>${template}</span><span class="state">${state}</span></div>
${values.join(' · ')}
<div><time datetime="${new Date(at).toISOString()}">${new Date(at).toLocaleString('en-IN', { timeZone: 'Asia/Kolkata' })}</time></div>
</li>`,
  )
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>What went out · Test providers</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(style)}</style>
</head>
<body><main>
<header><h1>What went out</h1><p>Nothing leaves this machine: these providers only remember what they are given.</p></header>
${rows.length > 0 ? html`<ol>${rows}</ol>` : html`<p>Nothing yet.</p>`}
</main></body>
</html>`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  return { html: text, policy }
}
