import sharp from 'sharp'
import type { Call } from '#platform/command.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'

/** Dots of a photo on the card: 22 × 28 mm, the largest of the layouts, at 300 to the inch. */
const photoDots = { width: 264, height: 336 }
/** The longest side of a logo or a signature, likewise. */
const otherDots = 300
/** How many pictures are drawn at once: the machine's other core has pages to print. */
const atOnce = 4

/**
 * The photos of people as small pictures for paper, by their file's id: cut to the form of the card's photo, the head in it. One
 * that is not there or cannot be read is missing.
 */
export async function cardPhotos(call: Call, schoolId: number, fileIds: readonly string[]): Promise<Map<string, string>> {
  const photos = new Map<string, string>()
  const waiting = [...fileIds]
  const line = async () => {
    for (let fileId = waiting.pop(); fileId !== undefined; fileId = waiting.pop()) {
      const photo = await picture(call, schoolId, fileId, (bytes) =>
        sharp(bytes)
          .resize({ ...photoDots, fit: 'cover', position: 'top' })
          .flatten({ background: '#fff' })
          .jpeg({ quality: 82 })
          .toBuffer(),
      )
      if (photo) photos.set(fileId, `data:image/jpeg;base64,${photo.toString('base64')}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return photos
}

/** A logo or a signature for paper, as it is; null for none, and for one that cannot be read. */
export async function cardPicture(call: Call, schoolId: number, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null
  const small = await picture(call, schoolId, fileId, (bytes) =>
    sharp(bytes).resize({ width: otherDots, height: otherDots, fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
  )
  return small && `data:image/png;base64,${small.toString('base64')}`
}

/** A picture that cannot be read leaves its place empty: a stack of cards is not lost by it. */
async function picture(call: Call, schoolId: number, fileId: string, draw: (bytes: Uint8Array) => Promise<Buffer>) {
  try {
    const disk = await openStorage(call.services.config)
    return await draw(await disk.getBytes(storageKey(schoolId, fileId)))
  } catch {
    return null
  }
}
