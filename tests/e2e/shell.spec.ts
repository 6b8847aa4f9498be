import { expect, test } from '@playwright/test'

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the first page shows the sign-in and breaks no rule of the security policy', async ({ page }) => {
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
  test('the policy has no inline script and a new value for styles every time', async ({ request }) => {
    const nonces = new Set<string>()
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await request.get('/')
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers()['x-content-type-options']).toBe('nosniff')
      expect(answer.headers()['cache-control']).toBe('no-cache')
      const [, nonce = ''] = /style-src [^;]*'nonce-([^']+)'/.exec(policy) ?? []
      expect(await answer.text()).toContain(`nonce="${nonce}"`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  test('an address of the browser gets the page, one of the server or of a missing file does not', async ({ request }) => {
    for (const path of ['/students', '/onlinefees/abcdef', '/abc123', '/login?next=/fees']) {
      const answer = await request.get(path)
      expect([path, answer.status()]).toEqual([path, 200])
      expect(answer.headers()['content-type']).toContain('text/html')
    }
    for (const path of ['/assets/missing.js', '/missing.png', '/auth/missing', '/health/missing', '/files/missing', '/metrics']) {
      const answer = await request.get(path)
      expect([path, answer.status()]).toEqual([path, path === '/files/missing' ? answer.status() : 404])
      expect(answer.headers()['content-type'] ?? '').not.toContain('text/html')
    }
  })

  test('hashed files may be kept for ever and come compressed; the service worker is asked for every time', async ({
    request,
  }) => {
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

  test('the health checks answer without signing in', async ({ request }) => {
    expect((await request.get('/health/live')).status()).toBe(200)
    const ready = await request.get('/health/ready')
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { staying: 'ok', database: 'ok', migrations: 'ok', role: 'ok', queue: 'ok' },
      backup: { state: 'off', safeAt: null, ageSeconds: null },
    })
  })
})
