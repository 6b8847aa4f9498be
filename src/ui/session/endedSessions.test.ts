import { describe, expect, it } from 'vitest'
import { EndedSessions } from './endedSessions.ts'

function browserStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    entries,
  }
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

describe('a sign-out that did not reach the server is tried again', () => {
  it('keeps the session over a closed page, and forgets it once the server has confirmed', async () => {
    const storage = browserStorage()
    const before = new EndedSessions(storage, offline)
    before.add('session 1')
    await expect(before.send()).rejects.toThrow()
    const sent: (readonly string[])[] = []
    const later = new EndedSessions(storage, async (sessions) => sent.push(sessions))
    await later.send()
    await later.send()
    expect(sent).toEqual([['session 1']])
    expect(storage.entries.size).toBe(0)
  })

  it('keeps nothing but the ids of sessions', () => {
    const storage = browserStorage()
    new EndedSessions(storage, offline).add('session 1')
    expect([...storage.entries]).toEqual([['signOutPending', '["session 1"]']])
  })

  it('keeps a session that another tab has added while it was sending', async () => {
    const storage = browserStorage()
    const ended = new EndedSessions(storage, async () => new EndedSessions(storage, offline).add('session 2'))
    ended.add('session 1')
    await ended.send()
    expect(ended.pending()).toEqual(['session 2'])
  })

  it('tries at the start of a page, when the connection returns, and every half minute', async () => {
    const storage = browserStorage()
    let attempts = 0
    const ended = new EndedSessions(storage, async () => {
      attempts += 1
      return offline()
    })
    ended.add('session 1')
    const occasions: (() => void)[] = []
    ended.keepTrying({
      addEventListener: (_type: string, listener: unknown) => occasions.push(listener as () => void),
      setInterval: (handler: unknown) => occasions.push(handler as () => void),
    } as unknown as Window)
    expect(attempts).toBe(1)
    for (const occasion of occasions) occasion()
    expect(attempts).toBe(3)
    expect(ended.pending()).toEqual(['session 1'])
  })

  it.each(['true', '{', '{"a":1}', '[1]'])('reads %s as nothing to do', (stored) => {
    const storage = browserStorage()
    storage.setItem('signOutPending', stored)
    expect(new EndedSessions(storage, offline).pending()).toEqual([])
  })
})
