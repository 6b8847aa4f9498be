import { expect, test } from 'vitest'
import { fetchAllPages, maxPageSize, listChangedMessage } from './fetchAllPages.ts'

const rowId = (row: { id: string }) => row.id

/** Simulates a server's list, newest first. `between` runs after each page, with the number of pages read so far. */
function listOf(count: number, between: (ids: number[], read: number) => void = () => undefined) {
  const ids = Array.from({ length: count }, (_, index) => count - index)
  let read = 0
  return (page: number) => {
    const rows = ids.slice(page * maxPageSize, (page + 1) * maxPageSize).map((id) => ({ id: String(id) }))
    const answer = { rows, total: ids.length, amount: ids.reduce((sum, id) => sum + id, 0) }
    between(ids, ++read)
    return Promise.resolve(answer)
  }
}

test('reads all pages of an unchanging list', async () => {
  expect(await fetchAllPages(listOf(0), rowId)).toEqual([])
  const rows = await fetchAllPages(listOf(2 * maxPageSize + 1), rowId)
  expect(rows.map(rowId)).toEqual(Array.from({ length: 2 * maxPageSize + 1 }, (_, index) => String(2 * maxPageSize + 1 - index)))
})

test('a row added between two pages is read once, and no row twice', async () => {
  const read = listOf(2 * maxPageSize, (ids, pages) => pages === 1 && ids.unshift(ids.length + 1))
  const rows = await fetchAllPages(read, rowId)
  expect(new Set(rows.map(rowId)).size).toBe(rows.length)
  expect(rows).toHaveLength(2 * maxPageSize + 1)
})

test('a row removed between two pages hides no other row', async () => {
  const rows = await fetchAllPages(
    listOf(2 * maxPageSize, (ids, pages) => pages === 1 && ids.shift()),
    rowId,
  )
  expect(rows.map(rowId)).toEqual(Array.from({ length: 2 * maxPageSize - 1 }, (_, index) => String(2 * maxPageSize - 1 - index)))
})

test('a row removed while another is added is noticed by the totals', async () => {
  const read = listOf(2 * maxPageSize, (ids, pages) => {
    if (pages !== 1) return
    ids.unshift(ids.length + 1)
    ids.pop()
  })
  const rows = await fetchAllPages(read, rowId)
  expect(rows.at(-1)).toEqual({ id: '2' })
  expect(rows).toHaveLength(2 * maxPageSize)
})

test('rejects when the list changes during every attempt', async () => {
  const read = listOf(2 * maxPageSize, (ids) => void ids.unshift(ids.length + 1))
  await expect(fetchAllPages(read, rowId)).rejects.toThrow(listChangedMessage)
})
