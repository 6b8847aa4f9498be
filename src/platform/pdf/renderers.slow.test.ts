import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { pdfText } from '#tests/pdfText.ts'
import { refusal } from '#tests/refusals.ts'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { htmlDocument } from './document.ts'
import type { PdfRenderer } from './renderer.ts'
import { limitRenderer, pdfLimits, pdfRenderer } from './renderers.ts'

const browsers: Browser[] = []
let renderer: PdfRenderer

beforeAll(async () => {
  const launch = puppeteer.launch.bind(puppeteer)
  vi.spyOn(puppeteer, 'launch').mockImplementation(async (options) => {
    const browser = await launch(options)
    browsers.push(browser)
    return browser
  })
  renderer = pdfRenderer({ pdfServiceUrl: undefined })
})

afterAll(async () => {
  await renderer.stop()
})

const page = 'A4; margin: 10mm'

test('a document is printed with Devanagari, the rupee sign and its own page size', async () => {
  // Letters that stand alone: a PDF keeps the shapes of joined ones and not always their letters.
  const body = '<p>कमल <b>नयन</b> ₹1,23,456.00 Asha O’Brien</p>'
  const pdf = await renderer.render(htmlDocument({ title: 'A & "B" <c>', page: 'A5 landscape; margin: 5mm', css: '', body }))
  const { text, pages, fonts, title } = await pdfText(pdf)
  expect(text).toMatch(/कमल\s+नयन/)
  expect(text).toContain('₹1,23,456.00 Asha O’Brien')
  expect(pages).toEqual([{ width: 595, height: 420 }])
  expect(fonts).toEqual(expect.arrayContaining([expect.stringContaining('NotoSansDevanagari')]))
  expect(title).toBe('A & "B" <c>')
})

describe('names in the scripts of India', () => {
  // Letters that stand alone, as above.
  const names = {
    Gujarati: 'કમલ',
    Gurmukhi: 'ਕਮਲ',
    Bengali: 'কমল',
    Tamil: 'கமல',
    Telugu: 'కమల',
    Kannada: 'ಕಮಲ',
  }

  test.each(Object.entries(names))('%s is printed in its font, in both weights', async (script, name) => {
    const body = `<p>${name} <b style="font-weight: 600">${name}</b></p>`
    const { text, fonts } = await pdfText(await renderer.render(htmlDocument({ title: '', page, css: '', body })))
    expect(text).toMatch(new RegExp(`${name}\\s+${name}`))
    const own = fonts.filter((font) => font.includes(`NotoSans${script}`))
    expect(own).toHaveLength(2)
  })

  test('a paper carries the fonts of its scripts alone', () => {
    const plain = htmlDocument({ title: 'કમલ', page, css: '', body: '<p>Asha कमल</p>' })
    const lengths = Object.values(names).map(
      (name) => htmlDocument({ title: 'કમલ', page, css: '', body: `<p>${name}</p>` }).length,
    )
    const all = htmlDocument({ title: '', page, css: '', body: Object.values(names).join(' ') })
    for (const length of lengths) expect(length).toBeGreaterThan(plain.length + 25_000)
    expect(all.length).toBeGreaterThan(Math.max(...lengths))
    // As much as certificates keep free for their fonts and QR codes.
    expect(all.length).toBeLessThan(1_000_000)
    expect(plain.match(/@font-face/g)).toHaveLength(4)
  })
})

test('the browser is started once and shared', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => renderer.render(htmlDocument({ title: '', page, css: '', body: `<p>${n}</p>` }))))
  expect(browsers).toHaveLength(1)
})

describe('bounds', () => {
  test('a document that takes too long is aborted, and the next one is made', async () => {
    const impatient = pdfRenderer({ pdfServiceUrl: undefined }, { ...pdfLimits, timeoutMs: 2000 })
    // Each level draws the one below ten times.
    const levels = Array.from({ length: 12 }, (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`)
    const bomb = `<svg><defs><rect id="l0" width="1" height="1"/>${levels.join('')}</defs><use href="#l12"/></svg>`
    // Nobody would wait for its end.
    expect(await refusal(impatient.render(bomb))).toEqual({ code: 'UNAVAILABLE', message: pdfFailedMessage, problems: [] })
    expect((await pdfText(await impatient.render('<p>the next</p>'))).text).toContain('the next')
    await impatient.stop()
  })

  test('a browser that died is restarted', async () => {
    const before = browsers.at(-1)
    const running = pdfRenderer({ pdfServiceUrl: undefined })
    await running.render('<p>one</p>')
    const died = browsers.at(-1)
    expect(died).not.toBe(before)
    died?.process()?.kill('SIGKILL')
    expect((await pdfText(await running.render('<p>two</p>'))).text).toContain('two')
    expect(browsers.at(-1)).not.toBe(died)
    await running.stop()
    await eventually(() => expect(browsers.at(-1)?.process()?.exitCode ?? browsers.at(-1)?.process()?.signalCode).not.toBeNull())
    expect((await refusal(running.render('<p>three</p>'))).code).toBe('UNAVAILABLE')
  })

  test('a browser that cannot start is reported, and retried with the next document', async () => {
    const unlucky = pdfRenderer({ pdfServiceUrl: undefined })
    vi.mocked(puppeteer.launch).mockRejectedValueOnce(new Error('no library')).mockRejectedValueOnce(new Error('no library'))
    expect(await refusal(unlucky.render('<p>one</p>'))).toMatchObject({ code: 'UNAVAILABLE', message: pdfFailedMessage })
    expect((await pdfText(await unlucky.render('<p>two</p>'))).text).toContain('two')
    await unlucky.stop()
  })

  test('limits concurrent documents, waiting documents and their size', async () => {
    let running = 0
    let most = 0
    const slow: PdfRenderer = {
      render: async () => {
        running += 1
        most = Math.max(most, running)
        await sleep(20)
        running -= 1
        return Buffer.from('%PDF-')
      },
      stop: async () => {},
    }
    const small = limitRenderer(slow, { timeoutMs: 1000, atOnce: 2, waiting: 3, waitingOfPerson: 3, html: 10, memory: 0 })
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => small.render('<p>')))
    // Each is of another person, so that twice as many wait as of one.
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2 + 2 * 3)
    expect([most, running]).toEqual([2, 0])
    await expect(small.render('<p>')).resolves.toBeDefined()
    expect((await refusal(small.render('x'.repeat(11)))).code).toBe('BAD_INPUT')
  })

  test('an aborted document leaves the queue, or its page is closed', async () => {
    const begun: string[] = []
    const end = Promise.withResolvers<undefined>()
    const slow: PdfRenderer = {
      render: async (html) => {
        begun.push(html)
        await end.promise
        return Buffer.from(html)
      },
      stop: async () => {},
    }
    const small = limitRenderer(slow, { ...pdfLimits, atOnce: 1 })
    const unwanted = new AbortController()
    const [first, ...rest] = ['a', 'b', 'c'].map((html) =>
      small.render(html, { urgency: 'BACKGROUND', ...(html === 'b' ? { signal: unwanted.signal } : {}) }),
    )
    unwanted.abort(new Error('cancelled'))
    await expect(rest[0]).rejects.toThrow('cancelled')
    await expect(small.render('d', { urgency: 'BACKGROUND', signal: unwanted.signal })).rejects.toThrow('cancelled')
    end.resolve(undefined)
    expect((await Promise.all([first, rest[1]])).map(String)).toEqual(['a', 'c'])
    expect(begun).toEqual(['a', 'c'])

    const running = pdfRenderer({ pdfServiceUrl: undefined })
    await running.render('<p>warm</p>')
    const cells = '<td>a long text that has to be broken</td>'.repeat(12)
    const large = running.render(`<table>${`<tr>${cells}</tr>`.repeat(8000)}</table>`, {
      urgency: 'BACKGROUND',
      signal: AbortSignal.timeout(300),
    })
    await expect(large).rejects.toMatchObject({ name: 'TimeoutError' })
    expect((await pdfText(await running.render('<p>the next</p>'))).text).toContain('the next')
    await running.stop()
  })

  test('people who wait come before background documents, which are never refused and never take all places', async () => {
    const order: string[] = []
    const firstTwo = Promise.withResolvers<void>()
    const running = { behind: 0, people: 0 }
    /** How many parts were in the making when one began while somebody was served. */
    let beside = 0
    const slow: PdfRenderer = {
      render: async (html, rendering) => {
        order.push(html)
        const kind = rendering?.urgency === 'BACKGROUND' ? 'behind' : 'people'
        running[kind] += 1
        if (kind === 'behind' && running.people > 0) beside = Math.max(beside, running.behind)
        await (order.length <= 2 ? firstTwo.promise : turn())
        running[kind] -= 1
        return Buffer.from(html)
      },
      stop: async () => {},
    }
    const small = limitRenderer(slow, { ...pdfLimits, atOnce: 2, waiting: 10 })
    const parts = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((html) => small.render(html, { urgency: 'BACKGROUND' }))
    // Nobody waits: they have both places.
    await eventually(() => expect([order, running.behind]).toEqual([['p1', 'p2'], 2]))
    const people = ['a', 'b', 'c', 'd'].map((html) => small.render(html))
    firstTwo.resolve()
    await Promise.all(people)
    expect(order.slice(2, 4)).toEqual(['a', 'b'])
    expect(beside).toBeLessThanOrEqual(1)
    await Promise.all(parts)
    expect(order).toHaveLength(10)
    const many = Array.from({ length: 50 }, (_, n) => small.render(`m${n}`, { urgency: 'BACKGROUND' }))
    expect((await small.render('in between')).toString()).toBe('in between')
    expect(order.indexOf('in between')).toBeLessThan(14)
    await Promise.all(many)
  })
})

describe('a Gotenberg of PDF_SERVICE_URL', () => {
  test('gets the document as a form, and answers the PDF', async () => {
    const seen: { url: string | undefined; authorization: string | undefined; form: FormData }[] = []
    let answer: { status: number; body: string } = { status: 200, body: '%PDF-1.7 made elsewhere' }
    const standIn = createServer(async (request, response) => {
      const body = await buffer(request)
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData()
      seen.push({ url: request.url, authorization: request.headers.authorization, form })
      response.writeHead(answer.status).end(answer.body)
    })
    await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
    const { port } = standIn.address() as AddressInfo
    const elsewhere = pdfRenderer({ pdfServiceUrl: `http://shala:p%40ss@127.0.0.1:${port}/pdf` })
    expect((await elsewhere.render('<p>₹</p>')).toString()).toBe('%PDF-1.7 made elsewhere')
    expect(seen[0]).toMatchObject({
      url: '/pdf/forms/chromium/convert/html',
      authorization: `Basic ${Buffer.from('shala:p@ss').toString('base64')}`,
    })
    const file = seen[0]?.form.get('files') as File
    expect([file.name, await file.text()]).toEqual(['index.html', '<p>₹</p>'])
    expect([seen[0]?.form.get('preferCssPageSize'), seen[0]?.form.get('printBackground')]).toEqual(['true', 'true'])

    answer = { status: 503, body: 'busy' }
    expect(await refusal(elsewhere.render('<p>'))).toMatchObject({ code: 'UNAVAILABLE', message: pdfFailedMessage })
    answer = { status: 200, body: '<html>a page of somebody else' }
    expect(await refusal(elsewhere.render('<p>'))).toMatchObject({ code: 'UNAVAILABLE' })
    standIn.closeAllConnections()
    standIn.close()
    expect(await refusal(elsewhere.render('<p>'))).toMatchObject({ code: 'UNAVAILABLE' })
  })
})
