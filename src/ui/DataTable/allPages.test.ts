import { expect, test } from 'vitest'
import { allPages, largestPage, unsettled } from './allPages.ts'

const rowId = (row: { id: string }) => row.id

/** A list on a server, newest first; `between` runs after each page that was read, with how many were read until then. */
function listOf(count: number, between: (ids: number[], read: number) => void = () => undefined) {
  const ids = Array.from({ length: count }, (_, index) => count - index)
  let read = 0
  return (page: number) => {
    const rows = ids.slice(page * largestPage, (page + 1) * largestPage).map((id) => ({ id: String(id) }))
    const answer = { rows, total: ids.length, amount: ids.reduce((sum, id) => sum + id, 0) }
    between(ids, ++read)
    return Promise.resolve(answer)
  }
}

test('all pages of a list that stands still', async () => {
  expect(await allPages(listOf(0), rowId)).toEqual([])
  const rows = await allPages(listOf(2 * largestPage + 1), rowId)
  expect(rows.map(rowId)).toEqual(Array.from({ length: 2 * largestPage + 1 }, (_, index) => String(2 * largestPage + 1 - index)))
})

test('a row that comes between two pages is in it once, and none is twice', async () => {
  const read = listOf(2 * largestPage, (ids, pages) => pages === 1 && ids.unshift(ids.length + 1))
  const rows = await allPages(read, rowId)
  expect(new Set(rows.map(rowId)).size).toBe(rows.length)
  expect(rows).toHaveLength(2 * largestPage + 1)
})

test('a row that leaves between two pages takes no other with it', async () => {
  const rows = await allPages(
    listOf(2 * largestPage, (ids, pages) => pages === 1 && ids.shift()),
    rowId,
  )
  expect(rows.map(rowId)).toEqual(Array.from({ length: 2 * largestPage - 1 }, (_, index) => String(2 * largestPage - 1 - index)))
})

test('one that leaves while another comes is noticed by the sums', async () => {
  const read = listOf(2 * largestPage, (ids, pages) => {
    if (pages !== 1) return
    ids.unshift(ids.length + 1)
    ids.pop()
  })
  const rows = await allPages(read, rowId)
  expect(rows.at(-1)).toEqual({ id: '2' })
  expect(rows).toHaveLength(2 * largestPage)
})

test('a list that never stands still is said to be so', async () => {
  const read = listOf(2 * largestPage, (ids) => void ids.unshift(ids.length + 1))
  await expect(allPages(read, rowId)).rejects.toThrow(unsettled)
})
