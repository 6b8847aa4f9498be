import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import puppeteer, { type LaunchOptions } from 'puppeteer-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pdfText } from '#tests/pdfText.ts'
import { refusal } from '#tests/refusals.ts'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { htmlDocument } from './document.ts'
import { type PdfRenderer, tooMuch } from './renderer.ts'
import { pdfLimits, pdfRenderer } from './renderers.ts'

/*
 * Templates are what a format would be if nothing of it were checked, values what people and files may hold. The
 * browser keeps a log of its network, in which a connection, a question for a name or a request for anything but data
 * would stand, whoever it was sent to.
 */
const folder = mkdtempSync(join(tmpdir(), 'shala-hostile-'))
/** One for each browser, in their order. */
const netLogs: string[] = []
let started: LaunchOptions | undefined
const launch = puppeteer.launch.bind(puppeteer)
let renderer: PdfRenderer
let server: Server
let origin = ''
const asked: string[] = []

const secret = 'the local secret'
const files = {
  'secret.txt': secret,
  'secret.html': `<p>${secret}</p>`,
  'secret.css': `body::before { content: "${secret}" }`,
  'secret.js': `document.body.append("${secret}")`,
  'secret.svg': `<svg xmlns="http://www.w3.org/2000/svg" id="x" width="300" height="50"><text y="30">${secret}</text></svg>`,
}
const inFolder = pathToFileURL(folder).href

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  vi.spyOn(puppeteer, 'launch').mockImplementation((options) => {
    const log = join(folder, `net-${netLogs.length}.json`)
    netLogs.push(log)
    started = options
    return launch({ ...options, args: [...(options?.args ?? []), `--log-net-log=${log}`] })
  })
  renderer = pdfRenderer({ pdfServiceUrl: undefined })
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' })
    response.end('body { color: red }')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await renderer.stop()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Whatever could connect: `ORIGIN` is a server that listens, `FOLDER` holds files with a secret. */
const change = `document.body.textContent = 'changed'`
const data = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString('base64')}`
const metadata = 'http://169.254.169.254/latest/meta-data/iam'

const scripts: Record<string, string> = {
  'in the page': `<script>${change}</script>`,
  'as a module': `<script type=module>${change}</script>`,
  'of the network': '<script src="ORIGIN/script.js"></script>',
  'of a file': '<script src="FOLDER/secret.js"></script>',
  'of data': `<script src="${data('text/javascript', change)}"></script>`,
  'in a handler of a picture': `<img src="data:," onerror="${change}">`,
  'in a handler of the page': `<body onload="${change}" onbeforeprint="${change}">`,
  'in a handler of a field': `<input autofocus onfocus="${change}">`,
  'in a handler that needs nobody': `<details open ontoggle="${change}"><summary>x</summary></details><marquee onstart="${change}">y</marquee>`,
  'in a drawing': `<svg onload="${change}"><script>${change}</script><animate onbegin="${change}" attributeName=x dur=1s></svg>`,
  'in a drawing of data': `<img src="${data('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${change}</script></svg>`)}">`,
  'in a frame': `<iframe srcdoc="<script>parent.${change}</script>"></iframe><iframe src="javascript:parent.${change}"></iframe>`,
  'in a frame of data': `<iframe src="${data('text/html', `<script>document.write('changed')</script>`)}"></iframe><object data="${data('text/html', `<script>document.write('changed')</script>`)}"></object>`,
  'by leaving for it': `<meta http-equiv=refresh content="0;url=javascript:${change}">`,
  'by leaving for data': `<meta http-equiv=refresh content="0;url=data:text/html,changed">`,
  'in a sheet': `<style>body { behavior: url(FOLDER/secret.js); width: expression(${change}) }</style>`,
}

const connections: Record<string, string> = {
  'a picture':
    '<img src="ORIGIN/a"><img srcset="ORIGIN/b 1x, ORIGIN/c 2x"><picture><source srcset="ORIGIN/d"><img src="ORIGIN/e"></picture>',
  'a sheet': '<link rel=stylesheet href="ORIGIN/sheet">',
  'an import of a sheet': '<style>@import url(ORIGIN/import); @import "ORIGIN/import2";</style>',
  'a font': '<style>@font-face { font-family: f; src: url(ORIGIN/font) } p { font-family: f }</style>',
  'pictures of a sheet':
    '<style>p { background: url(ORIGIN/b); cursor: url(ORIGIN/c), auto; list-style-image: url(ORIGIN/l); border-image: url(ORIGIN/i) 1 } p::after { content: url(ORIGIN/a) }</style>',
  'masks and shapes of a sheet':
    '<style>p { mask: url(ORIGIN/m); filter: url(ORIGIN/f#x); clip-path: url(ORIGIN/k#x); shape-outside: url(ORIGIN/s); float: left }</style>',
  'a sheet that reads a value': '<style>input[value^="4"] { background: url(ORIGIN/starts-with-4) }</style><input value="4711">',
  'a picture set of a sheet':
    '<style>p { background: image-set("ORIGIN/one" 1x); background-image: -webkit-image-set(url(ORIGIN/two) 1x) }</style>',
  frames: '<iframe src="ORIGIN/frame"></iframe><object data="ORIGIN/object"></object><embed src="ORIGIN/embed">',
  'a set of frames': '</body><frameset><frame src="ORIGIN/frame"></frameset><noframes>',
  media:
    '<video src="ORIGIN/v" poster="ORIGIN/p" autoplay></video><audio src="ORIGIN/a" autoplay></audio><video><source src="ORIGIN/s"><track default src="ORIGIN/t"></video>',
  'old backgrounds': '<table background="ORIGIN/t"><tr><td background="ORIGIN/d">x</table><input type=image src="ORIGIN/i">',
  'a drawing':
    '<svg><image href="ORIGIN/i"/><use href="ORIGIN/u#x"/><filter id=f><feImage href="ORIGIN/f"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>',
  'a drawing of data': `<img src="${data('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><image href="ORIGIN/i"/><style>@import url(ORIGIN/s)</style></svg>`)}">`,
  'entities of a drawing': `<img src="${data('image/svg+xml', `<!DOCTYPE svg [<!ENTITY x SYSTEM "ORIGIN/entity">]><svg xmlns="http://www.w3.org/2000/svg"><text y="9">&x;</text></svg>`)}">`,
  'what is fetched ahead':
    '<link rel=dns-prefetch href="//shala.test"><link rel=preconnect href="ORIGIN"><link rel=prefetch href="ORIGIN/p"><link rel=preload as=image href="ORIGIN/l"><link rel=modulepreload href="ORIGIN/m"><link rel=prerender href="ORIGIN/r">',
  'an icon and a manifest':
    '<link rel=icon href="ORIGIN/icon"><link rel=manifest href="ORIGIN/manifest"><link rel=search href="ORIGIN/search">',
  'leaving for another page': '<meta http-equiv=refresh content="0;url=ORIGIN/refresh">',
  'another base': '<base href="ORIGIN/"><img src="picture"><link rel=stylesheet href=sheet>',
  'a form and a ping':
    '<form action="ORIGIN/form"><button autofocus>x</button></form><a href="ORIGIN/a" ping="ORIGIN/ping">y</a>',
  'a redirect': '<img src="ORIGIN/redirect"><iframe src="ORIGIN/redirect/frame"></iframe>',
  'a policy of its own': '<meta http-equiv=content-security-policy content="default-src *"><img src="ORIGIN/policy">',
  'a report of the policy': `<meta http-equiv=content-security-policy-report-only content="default-src 'none'; report-uri ORIGIN/report"><style>b{}</style>`,
  'the address of metadata': `<img src="${metadata}"><iframe src="${metadata}"></iframe><link rel=stylesheet href="${metadata}">`,
  'leaving for the address of metadata': `<meta http-equiv=refresh content="0;url=${metadata}">`,
  'metadata by other names':
    '<img src="http://[::ffff:169.254.169.254]/"><img src="http://2852039166/"><img src="http://0xa9fea9fe/"><img src="http://metadata.google.internal/">',
  'this machine by other names':
    '<img src="http://localhost:PORT/"><img src="http://[::1]:PORT/"><img src="http://0:PORT/"><img src="http://2130706433:PORT/"><img src="//127.1:PORT/">',
  'other protocols':
    '<img src="ftp://127.0.0.1/x"><img src="ws://127.0.0.1:PORT/x"><img src="blob:ORIGIN/x"><iframe src="view-source:ORIGIN/v"></iframe><img src="gopher://127.0.0.1:PORT/x">',
  'pages of the browser':
    '<iframe src="chrome://version"></iframe><iframe src="about:net-internals"></iframe><iframe src="chrome-extension://x/y"></iframe>',
  'a peer': '<iframe srcdoc="<script>new RTCPeerConnection({iceServers:[{urls:\'stun:127.0.0.1:PORT\'}]})</script>"></iframe>',
}

const localFiles: Record<string, string> = {
  'a picture': '<img src="FOLDER/secret.svg"><img src="file:///etc/passwd">',
  'a frame':
    '<iframe src="FOLDER/secret.html"></iframe><iframe src="file:///etc/passwd"></iframe><iframe src="file:///proc/self/environ"></iframe>',
  'an object':
    '<object data="FOLDER/secret.html" type="text/html"></object><embed src="FOLDER/secret.txt"><object data="FOLDER/secret.svg"></object>',
  'a sheet': '<link rel=stylesheet href="FOLDER/secret.css"><style>@import url(FOLDER/secret.css);</style>',
  'leaving for it': '<meta http-equiv=refresh content="0;url=FOLDER/secret.html">',
  'a drawing':
    '<svg width=300 height=50><image width=300 height=50 href="FOLDER/secret.svg"/><use href="FOLDER/secret.svg#x"/></svg>',
  'a frame in a frame': `<iframe src="${data('text/html', '<iframe src="FOLDER/secret.html"></iframe>')}"></iframe><iframe srcdoc="<iframe src='FOLDER/secret.html'></iframe>"></iframe>`,
  'entities of a drawing': `<img src="${data('image/svg+xml', `<!DOCTYPE svg [<!ENTITY x SYSTEM "FOLDER/secret.txt">]><svg xmlns="http://www.w3.org/2000/svg"><text y="9">&x;</text></svg>`)}">`,
  'a transformation of a drawing': `<iframe src="${data('application/xml', '<?xml-stylesheet type="text/xsl" href="FOLDER/secret.css"?><a/>')}"></iframe>`,
  'other ways to write it':
    '<iframe src="file:secret"></iframe><iframe src="file://localhost/etc/passwd"></iframe><img src="\\\\127.0.0.1\\share\\x"><base href="FOLDER/"><iframe src="secret.html"></iframe>',
}

const filled = (html: string) =>
  html
    .replace(/base64,([\w+/=]+)/g, (_, code: string) => {
      const text = Buffer.from(code, 'base64').toString()
      return `base64,${Buffer.from(places(text)).toString('base64')}`
    })
    .replace(/.+/gs, places)

function places(text: string): string {
  return text.replaceAll('ORIGIN', origin).replaceAll('FOLDER', inFolder).replaceAll('PORT', new URL(origin).port)
}

const forbidden = /changed|root:|PATH=|the local secret/

describe.each(Object.entries({ scripts, connections, localFiles }))('a template with %s', (_, templates) => {
  test.each(Object.entries(templates))('%s', async (_name, template) => {
    // As a document without the policy that ours carry.
    const { text } = await pdfText(await renderer.render(`<p>as it was</p>${filled(template)}`, { urgency: 'BACKGROUND' }))
    expect(text).not.toMatch(forbidden)
    expect(text).toContain('as it was')
    expect(asked).toEqual([])
  })
})

test('all of them in one document', async () => {
  const templates = [scripts, connections, localFiles].flatMap((some) => Object.values(some))
  const body = `<p>as it was</p>${templates
    .filter((one) => !one.includes('<frameset'))
    .map(filled)
    .join('\n')}`
  const { text } = await pdfText(await renderer.render(htmlDocument({ title: '', page: 'A4', css: '', body })))
  expect(text).toContain('as it was')
  expect(text).not.toMatch(forbidden)
  expect(asked).toEqual([])
})

const values = [
  `<script>${change}</script>`,
  `"><img src=x onerror="${change}">`,
  `' onload='${change}`,
  `</style><script>${change}</script>`,
  `</title><script>${change}</script>`,
  '<!-- and -->',
  ']]><x>',
  'javascript:alert(1)',
  '&lt;b&gt; &amp; &#60;',
  '{{name}} ${name} <%= name %>',
  '=HYPERLINK("http://x.test","y")',
  '@import url(http://169.254.169.254/);',
  'url(file:///etc/passwd)',
  '<iframe src="file:///etc/passwd">',
  '\\u003cscript\\u003e',
  '../../etc/passwd',
]

test('values appear as written, also in the title', async () => {
  const rows = values.map((value) => createElement('p', { key: value, title: value }, value))
  const body = renderToStaticMarkup(createElement('main', null, rows))
  const title = values.join(' ')
  const shown = await pdfText(await renderer.render(htmlDocument({ title, page: 'A4', css: 'p { font-size: 8pt }', body })))
  const written = (text: string) => text.replace(/\s+/g, ' ')
  for (const value of values) expect(written(shown.text)).toContain(value)
  expect(written(shown.title)).toBe(title)
})

describe('documents that exhaust the machine are refused with a message, and the next one is made', () => {
  const levels = (depth: number, times: number) =>
    Array.from({ length: depth }, (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(times)}</g>`).join('')
  const bomb = `<svg><defs><rect id="l0" width="1" height="1"/>${levels(9, 10)}</defs><use href="#l9"/></svg>`
  const table = `<table>${`<tr>${'<td>1</td>'.repeat(40)}</tr>`.repeat(6000)}</table>`
  const [tooBig, tooLong] = [
    { code: 'BAD_INPUT', message: tooMuch() },
    { code: 'UNAVAILABLE', message: pdfFailedMessage },
  ]

  test.each([
    ['copies of copies', bomb, { memory: 200_000_000 }, tooBig],
    ['a table without end', table, { memory: 200_000_000 }, tooBig],
    [
      'a drawing that is never done',
      `<svg width=4000 height=4000><filter id=f><feGaussianBlur stdDeviation=200 /></filter>${'<rect width=4000 height=4000 filter="url(#f)"/>'.repeat(20)}</svg>`,
      { timeoutMs: 1500 },
      tooLong,
    ],
    ['more than the bound of its length', ' '.repeat(pdfLimits.html + 1), {}, tooBig],
  ])(
    '%s',
    async (_, html, limits, said) => {
      const small = pdfRenderer({ pdfServiceUrl: undefined }, { ...pdfLimits, ...limits })
      await small.render('<p>before</p>')
      const [outcome, other] = await Promise.all([refusal(small.render(html)), small.render('<p>beside</p>')])
      expect(outcome).toMatchObject(said)
      expect((await pdfText(other)).text).toContain('beside')
      expect((await pdfText(await small.render('<p>after</p>'))).text).toContain('after')
      await small.stop()
    },
    120_000,
  )

  test('a picture of 900 million pixels is left out', async () => {
    const picture = blackPicture(30_000)
    const html = `<p>as it was</p><img src="data:image/png;base64,${picture.toString('base64')}" style="width: 100mm">`
    expect((await pdfText(await renderer.render(html))).text).toContain('as it was')
  }, 120_000)
})

test('meanwhile the browser opened no connection, sent nothing and resolved no name', async () => {
  await renderer.stop()
  const before = netLogs.map(eventsIn)
  expect(Math.max(...before.map((events) => events.length))).toBeGreaterThan(100)
  expect(before.flatMap(outgoing)).toEqual([])
  // The same browser without our guard and with names: the log would have shown it.
  const args = (started?.args ?? []).filter((arg) => !arg.startsWith('--host-resolver-rules'))
  const browser = await puppeteer.launch({ ...started, args })
  await (await browser.newPage()).goto(`${origin}/control`)
  await browser.close()
  expect(outgoing(eventsIn(netLogs.at(-1) ?? ''))).toEqual(
    expect.arrayContaining(['TCP_CONNECT', 'HTTP_TRANSACTION_SEND_REQUEST']),
  )
  expect(asked).toContain('/control')
})

/**
 * Returns the kinds of the events in a browser's log, each of which has a line. That of a browser that was killed ends
 * anywhere.
 */
function eventsIn(path: string): string[] {
  const [constants = '', , ...events] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  if (!constants.endsWith(',')) return []
  const { logEventTypes } = (JSON.parse(`${constants.slice(0, -1)}}`) as { constants: { logEventTypes: Record<string, number> } })
    .constants
  const names = new Map(Object.entries(logEventTypes).map(([name, type]) => [type, name]))
  return events.flatMap((line) => {
    const [, type] = /"type":(\d+)\}[,\]]*$/.exec(line) ?? []
    return type === undefined ? [] : (names.get(Number(type)) ?? [])
  })
}

/** Returns the kinds of events that are about connections, sent bytes and names that are looked up. */
function outgoing(events: readonly string[]): string[] {
  const kinds =
    /^(TCP_CONNECT$|TCP_CONNECT_ATTEMPT|SSL_CONNECT|QUIC_SESSION$|WEB_SOCKET|HTTP_TRANSACTION_SEND|(SOCKET|UDP)_BYTES|HOST_RESOLVER_MANAGER_JOB|DNS_TRANSACTION)/
  return [...new Set(events)].filter((name) => kinds.test(name))
}

/** A small file of a large picture: one bit for each of `side` × `side` pixels. */
function blackPicture(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const lines = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}
