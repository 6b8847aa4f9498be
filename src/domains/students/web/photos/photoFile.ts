import { t } from '@lingui/core/macro'
import { photoMessages } from '../../photoFiles.schema.ts'

/** The most bytes of one picture of a file, far above what phones take. */
export const maxPictureBytes = 20_000_000

/** A picture of a file, as it was read: the photo, or why there is none. */
export interface ReadPhoto {
  /** With its folder, as in the file. */
  fileName: string
  registerNo: string
  photo: File | null
  problem: string | null
}

/** A student with a register number, as the preview shows one. */
export interface PhotoStudent {
  id: string
  name: string
  registerNo: string
}

/** A picture with its student; `problem` says why it cannot be stored. */
export interface MatchedPhoto<Student extends PhotoStudent> extends ReadPhoto {
  student: Student | null
}

export const notAPicture = () => t`This is not a picture: JPEG, PNG or WebP`
export const tooLarge = () => t`The picture is too large: at most ${maxPictureBytes / 1_000_000} MB`
export const unreadable = () => t`This picture cannot be read: it is damaged`

/** Returns whether an entry of a zip is meant by its maker: no folder, and none of the files that systems add. */
export function isMeant(path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  return name !== '' && !name.startsWith('.') && !path.startsWith('__MACOSX/') && name.toLowerCase() !== 'thumbs.db'
}

/** Returns the register number that a file is named by: `7-A/G0412.jpg` is G0412. */
export function registerNoOf(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  const dot = name.lastIndexOf('.')
  return (dot <= 0 ? name : name.slice(0, dot)).normalize('NFC').trim()
}

/** Returns whether bytes begin as a JPEG, PNG or WebP does, whatever the file is called. */
export function looksLikePicture(bytes: Uint8Array): boolean {
  const begins = (signature: readonly number[], from = 0) => signature.every((byte, at) => bytes[from + at] === byte)
  const riff = begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8)
  return begins([0xff, 0xd8, 0xff]) || begins([0x89, 0x50, 0x4e, 0x47]) || riff
}

/** Finds the student of each picture by its name, and says what is wrong with the others. Order of the file. */
export function matchPhotos<Student extends PhotoStudent>(
  photos: readonly ReadPhoto[],
  students: readonly Student[],
): MatchedPhoto<Student>[] {
  const byNumber = Map.groupBy(students, (student) => student.registerNo)
  const named = Map.groupBy(photos, (photo) => photo.registerNo)
  return photos.map((photo) => {
    const [student, ...others] = byNumber.get(photo.registerNo) ?? []
    const isAlone = (named.get(photo.registerNo)?.length ?? 0) < 2
    const problem =
      photo.problem ??
      (!student
        ? photoMessages.unknown(photo.registerNo)
        : others.length > 0
          ? photoMessages.ambiguous(photo.registerNo)
          : isAlone
            ? null
            : photoMessages.twice(photo.registerNo))
    return { ...photo, student: others.length === 0 ? (student ?? null) : null, problem }
  })
}
