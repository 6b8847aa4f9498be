import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMeant, looksLikePicture, matchPhotos, registerNoOf } from './photoFile.ts'

const photo = (fileName: string, problem: string | null = null) => ({
  fileName,
  registerNo: registerNoOf(fileName),
  photo: null,
  problem,
})
const student = (id: string, registerNo: string) => ({ id, name: `Student ${id}`, registerNo })

test('a photo is named by the register number, in whatever folder', () => {
  expect(['G0412.jpg', '7-A/G0412.JPEG', 'G0412', 'photos/ G0412 .png', '12.5.webp'].map(registerNoOf)).toEqual([
    'G0412',
    'G0412',
    'G0412',
    'G0412',
    '12.5',
  ])
})

test('folders and the files of systems are not meant', () => {
  expect(['7-A/', '__MACOSX/7-A/._G1.jpg', '.DS_Store', '7-A/Thumbs.db', '7-A/G1.jpg'].filter(isMeant)).toEqual(['7-A/G1.jpg'])
})

test('a picture is told by its bytes', () => {
  expect(looksLikePicture(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe(true)
  expect(looksLikePicture(new TextEncoder().encode('RIFF0000WEBPVP8 '))).toBe(true)
  expect(looksLikePicture(new TextEncoder().encode('RIFF0000WAVEfmt '))).toBe(false)
  expect(looksLikePicture(new TextEncoder().encode('%PDF-1.7'))).toBe(false)
  expect(looksLikePicture(new Uint8Array())).toBe(false)
})

test('each photo that is stored has one student, and each student one photo', () => {
  const number = fc.constantFrom('1', '2', '3', '4')
  fc.assert(
    fc.property(fc.array(number), fc.array(number), (files, numbers) => {
      const rows = matchPhotos(
        files.map((one, nth) => photo(`${nth}/${one}.jpg`)),
        numbers.map((one, nth) => student(String(nth), one)),
      )
      const stored = rows.filter(({ problem }) => problem === null)
      expect(new Set(stored.map((row) => row.student?.id)).size).toBe(stored.length)
      for (const row of stored) {
        expect(row.student?.registerNo).toBe(row.registerNo)
        expect(numbers.filter((one) => one === row.registerNo)).toHaveLength(1)
        expect(files.filter((one) => one === row.registerNo)).toHaveLength(1)
      }
      expect(rows.map(({ fileName }) => fileName)).toEqual(files.map((one, nth) => `${nth}/${one}.jpg`))
    }),
  )
})

test('says what is wrong, the picture itself first', () => {
  const rows = matchPhotos(
    [photo('1.jpg'), photo('2.jpg'), photo('3.jpg'), photo('a/4.jpg'), photo('b/4.jpg'), photo('5.txt', 'not a picture')],
    [student('a', '1'), student('b', '3'), student('c', '3'), student('d', '4')],
  )
  expect(rows.map(({ problem }) => problem)).toEqual([
    null,
    'No student has the register no. 2',
    'Several students have the register no. 3',
    'Several files are for the register no. 4',
    'Several files are for the register no. 4',
    'not a picture',
  ])
})
