import type { Call } from '../command.ts'
import { drawPicture, pictureAsUrl } from '../pictures/drawPicture.ts'
import type { Drawing } from '../pictures/drawing.ts'
import { turnOfCall } from '../turnOfCall.ts'
import { openStorage, storageKey } from './storage.ts'

/** Pixels of a photo: 22 × 28 mm, the largest on an ID card, at 300 dpi. On a report card it is 24 mm wide. */
const photo: Drawing = { kind: 'FILLED', width: 264, height: 336 }
/** Maximum pixels of the longest side of a logo or a signature: 300. */
const logo: Drawing = { kind: 'SMALL', side: 300, type: 'image/png' }
/** Number of pictures read at once: two are drawn, and two have been read when it is their turn. */
const atOnce = 4

/**
 * Reads photos as small pictures for paper, by file id. They are cropped to the shape of a passport photo, keeping the
 * top with the head. A photo that is missing or unreadable is left out.
 *
 * @throws Refusal RATE_LIMITED or UNAVAILABLE when too many pictures wait
 */
export async function paperPhotos(call: Call, schoolId: number, fileIds: readonly string[]): Promise<Map<string, string>> {
  const photos = new Map<string, string>()
  const waiting = [...fileIds]
  const work = async () => {
    for (let fileId = waiting.pop(); fileId !== undefined; fileId = waiting.pop()) {
      const drawn = await drawStored(call, schoolId, fileId, photo)
      if (drawn !== null) photos.set(fileId, drawn)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return photos
}

/**
 * Reads a logo or a signature for paper; null if there is none or it is unreadable.
 *
 * @throws Refusal RATE_LIMITED or UNAVAILABLE when too many pictures wait
 */
export async function paperPicture(call: Call, schoolId: number, fileId: string | null): Promise<string | null> {
  return fileId === null ? null : drawStored(call, schoolId, fileId, logo)
}

/**
 * Draws a stored picture as a data: URL. Returns null if it is missing or unreadable, so that one bad picture does not
 * fail a whole order.
 */
async function drawStored(call: Call, schoolId: number, fileId: string, drawing: Drawing): Promise<string | null> {
  const bytes = await openStorage(call.services.config)
    .then((disk) => disk.getBytes(storageKey(schoolId, fileId)))
    .catch(() => null)
  const drawn = bytes && (await drawPicture(bytes, drawing, turnOfCall(call)))
  return drawn && pictureAsUrl(drawn)
}
