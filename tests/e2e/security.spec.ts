import { readFile } from 'node:fs/promises'
import { type APIResponse, expect } from '@playwright/test'
import { addFamilySchool, type FamilySchool } from './familySchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

/** Every kind of response of the product, with one request for each. */
const answerKinds: readonly {
  kind: string
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS' | 'DELETE'
  headers?: Record<string, string>
  data?: string
  status: number
  type?: RegExp
  /** Expected cache-control; private responses have no-store. */
  cache?: RegExp
}[] = [
  { kind: 'page', path: '/', status: 200, type: /html/, cache: /^no-cache$/ },
  { kind: 'page of a screen', path: '/students/5', status: 200, type: /html/, cache: /^no-cache$/ },
  { kind: 'page of an unknown screen', path: '/no-such-page', status: 200, type: /html/, cache: /^no-cache$/ },
  { kind: 'page, HEAD request', path: '/', method: 'HEAD', status: 200, type: /html/, cache: /^no-cache$/ },
  { kind: 'family page', path: '/onlinefees/none', status: 200, type: /html/ },
  { kind: 'result of a payment', path: '/verifyonlinefees?result=success', status: 200, type: /html/ },
  { kind: 'page of a certificate', path: '/certificate/none', status: 404, type: /html/, cache: /no-store/ },
  { kind: 'service worker', path: '/sw.js', status: 200, type: /javascript/, cache: /^no-cache$/ },
  { kind: 'manifest', path: '/manifest.webmanifest', status: 200, type: /manifest/, cache: /^no-cache$/ },
  { kind: 'icon of the product', path: '/icon.svg', status: 200, type: /svg/, cache: /^no-cache$/ },
  { kind: 'missing asset', path: '/assets/none.js', status: 404, type: /json/ },
  { kind: 'missing file', path: '/none.png', status: 404, type: /json/ },
  { kind: 'malformed path', path: '/%zz', status: 400, type: /json/ },
  { kind: 'path with a null byte', path: '/%00', status: 403, type: /json/ },
  { kind: 'path outside the folder', path: '/..%2f..%2fpackage.json', status: 403, type: /json/ },
  { kind: 'unsupported method', path: '/students', method: 'DELETE', status: 404, type: /json/ },
  {
    kind: 'GraphQL',
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: '{"query":"{__typename}"}',
    status: 200,
    type: /json/,
  },
  {
    kind: 'GraphQL, refused',
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: '{"query":"{nothing}"}',
    status: 200,
    type: /json/,
  },
  {
    kind: 'GraphQL with another content type',
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    data: 'x',
    status: 415,
    type: /json/,
  },
  {
    kind: 'GraphQL with too large a body',
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: 'x'.repeat(1_200_000),
    status: 413,
    type: /json/,
  },
  {
    kind: 'discovery of the sign-in',
    path: '/auth/.well-known/openid-configuration',
    status: 200,
    type: /json/,
    cache: /public/,
  },
  { kind: 'keys of the sign-in', path: '/auth/jwks', status: 200, type: /json/ },
  {
    kind: 'sign-in, refused',
    path: '/auth/sign-in/email',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: '{"email":"a@b.test","password":"none"}',
    status: 401,
    type: /json/,
  },
  { kind: 'unknown route of the sign-in', path: '/auth/none', status: 404, type: /json/ },
  {
    kind: 'PDF, not signed in',
    path: '/files/generatePdf',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: '{}',
    status: 401,
    type: /json/,
  },
  { kind: 'stored file without a signature', path: '/files/1/none', status: 403, type: /json/ },
  {
    kind: 'upload without a grant',
    path: '/files/upload/none',
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    data: 'x',
    status: 403,
    type: /json/,
  },
  {
    kind: 'gate device without a key',
    path: '/gate/scans',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    data: '{}',
    status: 401,
    type: /json/,
  },
  { kind: 'webhook of messages', path: '/messages/whatsapp', status: 403 },
  {
    kind: 'webhook of payments with an unknown content type',
    path: '/onlinefees/webhook',
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    data: '<x/>',
    status: 415,
    type: /json/,
  },
  { kind: 'receipt of an unknown order', path: '/onlinefees/receipts/1?order=none', status: 404, type: /text\/plain/ },
  {
    kind: 'callback of the gateway, a redirect',
    path: '/onlinefees/verifyPayment',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: 'txnid=none',
    status: 303,
  },
  { kind: 'health', path: '/health/live', status: 200, type: /json/ },
]

test('every kind of response has the security headers, and only public ones may be cached', async ({ request }) => {
  for (const { kind, path, method = 'GET', headers, data, status, type, cache = /no-store/ } of answerKinds) {
    const response = await request.fetch(path, {
      method,
      maxRedirects: 0,
      ...(headers ? { headers } : {}),
      ...(data === undefined ? {} : { data }),
    })
    expect.soft(response.status(), kind).toBe(status)
    if (type) expect.soft(response.headers()['content-type'], kind).toMatch(type)
    expect.soft(response.headers()['cache-control'], kind).toMatch(cache)
    expectSecurityHeaders(response, kind)
  }
})

/** Expects the security headers of a response. */
function expectSecurityHeaders(answer: APIResponse, kind: string): void {
  const headers = answer.headers()
  expect.soft(headers, kind).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('geolocation=()'),
  })
  expect.soft(headers['referrer-policy'], kind).toMatch(/^(same-origin|no-referrer|strict-origin)$/)
  const policy = headers['content-security-policy'] ?? ''
  expect.soft(policy, kind).toMatch(/default-src '(self|none)'/)
  expect.soft(policy, kind).toContain("frame-ancestors 'none'")
  expect.soft(policy, kind).not.toMatch(/unsafe|https?:\/\/\*|strict-dynamic/)
  // The response does not name the server software.
  expect.soft([headers.server, headers['x-powered-by']], kind).toEqual([undefined, undefined])
}

test('built files are immutable and have the security headers, and the page has no inline script or style', async ({
  request,
}) => {
  const page = await (await request.get('/dashboard')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const response = await request.get(file)
    expect
      .soft([file, response.status(), response.headers()['cache-control']])
      .toEqual([file, 200, 'public, max-age=31536000, immutable'])
    expectSecurityHeaders(response, file)
  }
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page).not.toMatch(/\son\w+=|\sstyle=/)
})

const attacks = ['<img src=x onerror=__xss() data-xss>', '"><svg onload=__xss() data-xss>', `</script><script>__xss()</script>`]

test.describe('names with code', () => {
  let school: FamilySchool
  const [first = '', second = ''] = attacks

  test.beforeAll(async () => {
    school = await addFamilySchool(`Code ${uniqueTag()}`, [
      { name: 'Asha Patil', phone: '9822000101' },
      { name: 'Ravi Patil', phone: '9822000101' },
    ])
    // Stored directly, because the forms normalise such names.
    for (const [student, now] of [
      ['Asha Patil', first],
      ['Ravi Patil', `Ravi ${second}`],
    ])
      await queryDatabase('update students set name = $3 where school_id = $1 and name = $2', [school.id, student, now])
  })

  test('are shown as text at the counter and on the family page', async ({ page }) => {
    const executed: string[] = []
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => executed.push('dialog')))
    await page.exposeFunction('__xss', () => void executed.push('script'))
    await page.exposeFunction('__policy', (violation: string) => void executed.push(violation))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        (globalThis as unknown as { __policy: (what: string) => void }).__policy(`${effectiveDirective} ${blockedURI}`),
      )
    })
    await page.goto(`/onlinefees/${school.tokens.get('9822000101')}`)
    await expect(page.getByText(first).first()).toBeVisible()
    expect(await page.locator('[data-xss]').count()).toBe(0)

    await signIn(page, school.clerks[0], school.password)
    await page.goto('/fees')
    await page.getByRole('main').getByRole('combobox').first().fill('Ravi')
    await expect(page.getByText(second).first()).toBeVisible()
    expect(await page.locator('[data-xss]').count()).toBe(0)
    expect(executed).toEqual([])
  })

  test('and with formulas are escaped in an exported file', async ({ page }) => {
    const formulas = ['=HYPERLINK("http://evil.test")', '+1+1', '-2+3', '@SUM(A1)']
    const ids = [...school.studentIds.values()]
    await signIn(page, school.clerks[0], school.password)
    for (const twoFormulas of [formulas.slice(0, 2), formulas.slice(2)]) {
      for (const [index, name] of twoFormulas.entries())
        await queryDatabase('update students set name = $3 where school_id = $1 and id = $2', [school.id, ids[index], name])
      await page.goto('/fees?tab=pending')
      await expect(page.getByRole('gridcell', { name: twoFormulas[0], exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: /CSV/ }).first().click()
      const text = await readFile(await (await download).path(), 'utf8')
      for (const name of twoFormulas) expect(text).toContain(`'${name.replaceAll('"', '""')}`)
      expect(text).not.toMatch(/(^|[,;\r\n])"?[=+@-](HYPER|1|2|SUM)/)
    }
  })
})
