import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { tableFromCells, writeSpreadsheet } from '#shared/sheet.ts'
import { sanitizeFile, RefusedFile } from './sanitizeFile.ts'

const turn = { person: 'a person', urgency: 'PERSON' } as const

const picture = (width = 40, height = 20, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })

async function refused(bytes: Buffer | string, declared: string): Promise<Pick<RefusedFile, 'status' | 'message'>> {
  const error: unknown = await sanitizeFile(Buffer.from(bytes), declared, turn).then(
    () => null,
    (problem: unknown) => problem,
  )
  expect(error).toBeInstanceOf(RefusedFile)
  return error as RefusedFile
}

/** A comment as a JPEG carries it. */
function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

describe('pictures', () => {
  test('are re-encoded: upright, without metadata, at most 1024 pixels', async () => {
    const sent = await picture(3000, 1500)
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes, contentType } = await sanitizeFile(sent, 'image/jpeg', turn)
    const about = await sharp(bytes).metadata()
    expect(contentType).toBe('image/jpeg')
    expect(about).toMatchObject({ format: 'jpeg', width: 512, height: 1024 })
    expect([about.exif, about.icc, about.xmp, about.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('keep their transparency, as WebP, and are not made larger', async () => {
    const { bytes, contentType } = await sanitizeFile(await picture(40, 20, 4).png().toBuffer(), 'image/png', turn)
    expect(contentType).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20, hasAlpha: true })
  })

  test('lose appended bytes: a polyglot becomes a plain picture', async () => {
    const script = '<script>alert(document.domain)</script>'
    const polyglot = Buffer.concat([await picture().png().toBuffer(), Buffer.from(`${script}PK\u0003\u0004`)])
    const { bytes } = await sanitizeFile(polyglot, 'image/png', turn)
    expect(bytes.includes('script')).toBe(false)
    expect(bytes.includes('PK\u0003\u0004')).toBe(false)
  })

  test.each([
    [
      'a program in its comment',
      (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), comment('<?php system($_GET[0]) ?>'), jpeg.subarray(2)]),
    ],
    [
      'a page in its EXIF',
      (jpeg: Buffer) =>
        sharp(jpeg)
          .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'the place it was taken at',
      (jpeg: Buffer) =>
        sharp(jpeg)
          .withExif({ IFD3: { GPSLatitude: '18/1 31/1 0/1', GPSLongitude: '73/1 51/1 0/1' } })
          .jpeg()
          .toBuffer(),
    ],
    ['a page behind its end', async (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script>')])],
  ])('come out without %s', async (_, poisoned) => {
    const sent = await poisoned(await picture().jpeg().toBuffer())
    const { bytes, contentType } = await sanitizeFile(sent, 'image/jpeg', turn)
    expect(contentType).toBe('image/jpeg')
    for (const left of ['<?php', '<script', '<html', 'Exif', 'GPS']) expect(bytes.includes(left), left).toBe(false)
  })

  test('are refused when they are scripts too, drawings, or a few bytes that claim to be large', async () => {
    const gif = Buffer.from('GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(document.domain)//', 'latin1')
    for (const declared of ['image/png', 'image/jpeg', 'image/webp'])
      for (const bytes of [gif, Buffer.from('BM<script>alert(1)</script>'), Buffer.from('\ufeff<svg onload=alert(1)>')])
        expect((await refused(bytes, declared)).status).toBe(415)
    const whole = await picture(8, 8).png().toBuffer()
    // The header says 100,000 × 100,000; what follows is one row.
    const large = Buffer.from(whole)
    large.writeUInt32BE(100_000, 16)
    large.writeUInt32BE(100_000, 20)
    expect((await refused(large, 'image/png')).status).toBe(422)
  })

  test('are refused when they are something else, whatever they are called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect(await refused(svg, 'image/png')).toMatchObject({ status: 415 })
    expect(await refused(`<?xml version="1.0"?>${svg}`, 'image/png')).toMatchObject({ status: 415 })
    expect(await refused('<!doctype html><script>alert(1)</script>', 'image/jpeg')).toMatchObject({ status: 415 })
    expect(await refused(await picture().jpeg().toBuffer(), 'image/png')).toMatchObject({
      status: 415,
      message: 'The file is not what its name says: PNG was expected, JPEG came.',
    })
    expect(await refused('', 'image/png')).toMatchObject({ status: 415 })
  })

  test('are refused when they are damaged', async () => {
    const whole = await picture(400, 400).png().toBuffer()
    const refusedPicture = { status: 422, message: expect.stringContaining('cannot be read, because it is damaged') }
    expect(await refused(whole.subarray(0, whole.length / 2), 'image/png')).toMatchObject(refusedPicture)
  })

  test('are refused with their size and what to do when their header names more than 25 megapixels', async () => {
    const bomb = await picture(8000, 7999).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    expect(await refused(bomb, 'image/png')).toMatchObject({
      status: 422,
      message:
        'This picture has 64 megapixels (8000 × 7999); at most 25 can be read. Please save it smaller, for example 2000 pixels wide, and send that.',
    })
    for (const type of ['jpeg', 'webp'] as const) {
      const sent = await picture(5001, 5000).toFormat(type).toBuffer()
      expect((await refused(sent, `image/${type}`)).message, type).toContain('(5001 × 5000); at most 25')
    }
    // The header is believed before anything is decoded: nothing follows it here.
    const header = bomb.subarray(0, 33)
    expect((await refused(header, 'image/png')).status).toBe(422)
    await expect(sanitizeFile(await picture(5000, 5000).png().toBuffer(), 'image/png', turn)).resolves.toBeDefined()
  })
})

describe('tables', () => {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

  test('are stored unchanged; a file with another signature is refused', async () => {
    const csv = Buffer.from('legacy_id,name\r\n1,आशा\r\n')
    expect(await sanitizeFile(csv, 'text/csv', turn)).toEqual({ bytes: csv, contentType: 'text/csv' })
    const xlsx = Buffer.from(await writeSpreadsheet([tableFromCells('Students', [['name'], ['Asha']])]))
    expect((await sanitizeFile(xlsx, sheet, turn)).bytes).toBe(xlsx)
    expect(await refused(xlsx, 'text/csv')).toMatchObject({
      status: 415,
      message: expect.stringContaining('CSV was expected, XLSX came'),
    })
    expect(await refused(csv, sheet)).toMatchObject({ status: 415, message: expect.stringContaining('XLSX was expected') })
    expect(await refused(await picture().png().toBuffer(), 'text/csv')).toMatchObject({ status: 415 })
  })
})
