import { expect } from '@playwright/test'
import { test } from './test.ts'

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the first page shows the sign-in without console errors, such as violations of the security policy', async ({ page }) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto('/')
    await expect(page.getByLabel(/e-?mail/i)).toBeVisible()
    await expect(page.getByLabel(/password/i).first()).toBeVisible()
    expect(problems).toEqual([])
  })
})

test.describe('the page and its files', () => {
  test('the security policy allows no inline script, and has a new nonce for styles in every response', async ({ request }) => {
    const nonces = new Set<string>()
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await request.get('/')
      const policy = response.headers()['content-security-policy'] ?? ''
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(response.headers()['x-content-type-options']).toBe('nosniff')
      expect(response.headers()['cache-control']).toBe('no-cache')
      const [, nonce = ''] = /style-src [^;]*'nonce-([^']+)'/.exec(policy) ?? []
      expect(await response.text()).toContain(`nonce="${nonce}"`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  test('addresses of screens return the page; addresses of the server and missing files do not', async ({ request }) => {
    for (const path of ['/students', '/onlinefees/abcdef', '/abc123', '/login?next=/fees']) {
      const response = await request.get(path)
      expect([path, response.status()]).toEqual([path, 200])
      expect(response.headers()['content-type']).toContain('text/html')
    }
    for (const path of ['/assets/missing.js', '/missing.png', '/auth/missing', '/health/missing', '/files/missing', '/metrics']) {
      const response = await request.get(path)
      expect([path, response.status()]).toEqual([path, path === '/files/missing' ? response.status() : 404])
      expect(response.headers()['content-type'] ?? '').not.toContain('text/html')
    }
  })

  test('hashed files are immutable and compressed, and the service worker is revalidated every time', async ({ request }) => {
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await request.get('/')).text()) ?? []
    const file = await request.get(script, { headers: { 'accept-encoding': 'br' } })
    expect(file.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    const worker = await request.get('/sw.js')
    expect(worker.status()).toBe(200)
    expect(worker.headers()['cache-control']).toBe('no-cache')
  })

  test('the health checks need no sign-in', async ({ request }) => {
    expect((await request.get('/health/live')).status()).toBe(200)
    const ready = await request.get('/health/ready')
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { staying: 'ok', database: 'ok', migrations: 'ok', role: 'ok', queue: 'ok', storage: 'ok' },
      backup: { state: 'off', safeAt: null, ageSeconds: null, failing: false },
    })
  })
})
