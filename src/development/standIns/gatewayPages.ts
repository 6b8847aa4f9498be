import { parseMoney, showMoney } from '#shared/money.ts'
import { html, Markup } from '#platform/http/markup.ts'
import type { Transaction } from './gatewayTransactions.ts'

/** The buttons of the payment page. */
export const buttons = [
  'upi',
  'card',
  'fail',
  'cancel',
  'close',
  'lost',
  'late',
  'twice',
  'otherAmount',
  'tampered',
  'pending',
] as const
export type Button = (typeof buttons)[number]

const troubles: readonly [Button, string][] = [
  ['lost', 'Pay and lose the callback'],
  ['late', 'Pay and call back late (10 s)'],
  ['twice', 'Pay and call back twice'],
  ['otherAmount', 'Pay another amount'],
  ['tampered', 'Pay with a tampered callback'],
  ['pending', 'Pending'],
]

/** A page with the Content-Security-Policy that allows what the page needs and nothing else. */
export interface Page {
  html: string
  policy: string
}

const style = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f4;color:#1c2733;font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:420px;margin:0 auto;padding:16px}
header{display:flex;justify-content:space-between;align-items:baseline;padding:4px 4px 12px}
header b{font-size:18px}
small{color:#5a6775;font-size:13px}
section{background:#fff;border:1px solid #d9dfe5;border-radius:12px;padding:16px;margin-bottom:12px}
h1{font-size:30px;line-height:1.2;margin:0 0 12px;font-variant-numeric:tabular-nums}
h2{font-size:14px;margin:0 0 4px;color:#5a6775;font-weight:600}
p{margin:0 0 12px}p:last-child{margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0;font-size:14px}
dt{color:#5a6775}dd{margin:0;text-align:right;overflow-wrap:anywhere}
button{display:block;width:100%;min-height:48px;margin-top:8px;padding:8px 16px;border:1px solid #b7c1cb;border-radius:8px;background:#fff;color:#1c2733;font:inherit;cursor:pointer}
section>button:first-child{margin-top:0}
button:hover{background:#f4f6f8}
button:focus-visible,summary:focus-visible,input:focus-visible{outline:3px solid #1d5fd1;outline-offset:2px}
button.main{background:#0b6b3a;border-color:#0b6b3a;color:#fff;font-weight:600}
button.main:hover{background:#095a31}
summary{min-height:32px;cursor:pointer;font-weight:600}
label{display:flex;gap:10px;align-items:center;min-height:44px;font-size:14px}
input{width:20px;height:20px;margin:0}
`

function page(title: string, body: Markup, nonce: string, options: { goesTo?: string; script?: string } = {}): Page {
  const script = options.script === undefined ? new Markup('') : new Markup(`<script nonce="${nonce}">${options.script}</script>`)
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(style)}</style>
</head>
<body><main>
<header><b>Test gateway</b><small>No money moves here</small></header>
${body}
</main>${script}</body>
</html>`
  const to = options.goesTo === undefined ? "'self'" : new URL(options.goesTo).origin
  return {
    html: text,
    policy: [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      'img-src data:',
      `form-action ${to}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  }
}

/** Returns the payment page: the amount, the payee, and a button for each outcome. */
export function payPage({ form, mihpayid, amount }: Transaction, nonce: string): Page {
  const button = (name: Button, text: string, kind = '') =>
    html`<button name="button" value="${name}" class="${kind}">${text}</button>`
  return page(
    'Pay · Test gateway',
    html`<form method="post" action="/pay/${mihpayid}">
<section>
<h2>Amount to pay</h2>
<h1>${showMoney(parseMoney(amount) ?? 0)}</h1>
<dl>
<dt>For</dt><dd>${form.productinfo}</dd>
<dt>Payer</dt><dd>${form.firstname}</dd>
<dt>Phone</dt><dd>${form.phone}</dd>
<dt>E-mail</dt><dd>${form.email}</dd>
<dt>Merchant</dt><dd>${form.key}</dd>
<dt>Transaction</dt><dd>${form.txnid}</dd>
</dl>
</section>
<section>
${button('upi', 'Pay by UPI', 'main')}
${button('card', 'Pay by card', 'main')}
${button('fail', 'Fail')}
${button('cancel', 'Cancel')}
${button('close', 'Close')}
</section>
<section><details>
<summary>Trouble</summary>
<label><input type="checkbox" name="charges" value="10.00"> The gateway takes ₹10.00 on top</label>
${troubles.map(([name, text]) => button(name, text))}
</details></section>
</form>`,
    nonce,
  )
}

/**
 * Returns the page that sends the payer back with the callback's fields after `wait` milliseconds. Without scripts a
 * button does it.
 */
export function returnPage(back: { action: string; fields: Record<string, string>; wait: number }, nonce: string): Page {
  const fields = Object.entries(back.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const soon = back.wait > 0 ? `in ${Math.ceil(back.wait / 1000)} seconds` : 'now'
  return page(
    'Going back · Test gateway',
    html`<section role="status"><p>You are taken back to the school ${soon}. Please do not close this page.</p></section>
<form method="post" action="${back.action}">${fields}<button class="main">Go back now</button></form>`,
    nonce,
    {
      goesTo: back.action,
      script: `setTimeout(function () { document.forms[0].submit() }, ${back.wait})`,
    },
  )
}

/** Returns a page with a message and no further action. */
export function messagePage(title: string, text: string, nonce: string): Page {
  return page(`${title} · Test gateway`, html`<section role="status"><h2>${title}</h2><p>${text}</p></section>`, nonce)
}
