import { t } from '@lingui/core/macro'
import { Unzip, UnzipInflate } from 'fflate'
import { UnreadableFile } from '#shared/parseFile.ts'
import { maxPhotos, photoMessages } from '../../photoFiles.schema.ts'
import {
  isMeant,
  looksLikePicture,
  maxPictureBytes,
  notAPicture,
  type ReadPhoto,
  registerNoOf,
  tooLarge,
  unreadable,
} from './photoFile.ts'
import { smallerPicture } from './smallerPicture.ts'

const noZip = () => t`This is not a zip file. Put the photos, named by register number, into one zip.`

/**
 * Reads a zip of photos, picture by picture, and makes each as small as it is stored: a zip may be larger than the
 * memory of a phone.
 * @throws UnreadableFile for a file that is no zip, and one with too many pictures
 */
export async function readPhotos(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<ReadPhoto[]> {
  const photos: ReadPhoto[] = []
  /** Pictures that are read whole and not made smaller yet. */
  let waiting: { path: string; bytes: Uint8Array | null }[] = []
  let entries = 0
  const unzip = new Unzip((entry) => {
    if (!isMeant(entry.name)) return
    entries += 1
    let chunks: Uint8Array[] = []
    let size = 0
    entry.ondata = (error, chunk, final) => {
      if (error) throw error
      size += chunk.length
      if (size <= maxPictureBytes) chunks.push(chunk)
      else chunks = []
      if (final) waiting.push({ path: entry.name, bytes: size <= maxPictureBytes ? joined(chunks, size) : null })
    }
    entry.start()
  })
  unzip.register(UnzipInflate)

  const reader = file.stream().getReader()
  let read = 0
  try {
    for (;;) {
      // One after the other: a zip is read in its order.
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (read === 0 && value && !(value[0] === 0x50 && value[1] === 0x4b)) throw new UnreadableFile(noZip())
      read += value?.length ?? 0
      unzip.push(value ?? new Uint8Array(), done)
      if (entries > maxPhotos) throw new UnreadableFile(photoMessages.tooMany)
      const whole = waiting
      waiting = []
      // oxlint-disable-next-line no-await-in-loop
      for (const { path, bytes } of whole) photos.push(await photoOf(path, bytes))
      onProgress(Math.min(1, read / Math.max(1, file.size)))
      if (done) break
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    if (signal.aborted || error instanceof UnreadableFile) throw error
    throw new UnreadableFile(noZip())
  }
  if (photos.length === 0) throw new UnreadableFile(t`There are no photos in this zip.`)
  return photos
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

async function photoOf(path: string, bytes: Uint8Array | null): Promise<ReadPhoto> {
  const row = { fileName: path, registerNo: registerNoOf(path), photo: null }
  if (bytes === null) return { ...row, problem: tooLarge() }
  if (!looksLikePicture(bytes)) return { ...row, problem: notAPicture() }
  const photo = await smallerPicture(new File([bytes as Uint8Array<ArrayBuffer>], path))
  return photo.type === '' ? { ...row, problem: unreadable() } : { ...row, photo, problem: null }
}
