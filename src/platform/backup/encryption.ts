import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { CannotStart } from '../cannotStart.ts'

/*
 * An encrypted backup: magic 8 | salt 16 | frames of 64 KiB, each AES-256-GCM with its tag behind it. A frame's nonce
 * is its number and whether it is the last, so that frames can neither change places nor be left away (STREAM).
 */
export const magic = Buffer.from('SHALABK1')
const saltLength = 16
const frame = 64 * 1024
const tag = 16

function keyOf(backupKey: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, salt, 'shala backup v1', 32))
}

function nonce(number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(number, 4, 6)
  bytes[11] = last ? 1 : 0
  return bytes
}

/** Cuts a stream into pieces of one size. The last piece, which may be empty, is marked. */
abstract class Pieces extends Transform {
  readonly #size: number
  #chunks: Buffer[] = []
  #length = 0
  #number = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  abstract transformPiece(piece: Buffer, number: number, last: boolean): Buffer

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    try {
      // One byte more than a piece: so this piece is not the last.
      if (this.#length > this.#size) this.#pushPieces()
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.transformPiece(Buffer.concat(this.#chunks), this.#number, true))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  #pushPieces(): void {
    const bytes = Buffer.concat(this.#chunks)
    let from = 0
    for (; bytes.length - from > this.#size; from += this.#size) {
      this.push(this.transformPiece(bytes.subarray(from, from + this.#size), this.#number, false))
      this.#number += 1
    }
    this.#chunks = [bytes.subarray(from)]
    this.#length = bytes.length - from
  }
}

class Encrypting extends Pieces {
  readonly #key: Buffer

  constructor(backupKey: string) {
    super(frame)
    const salt = randomBytes(saltLength)
    this.#key = keyOf(backupKey, salt)
    this.push(Buffer.concat([magic, salt]))
  }

  transformPiece(piece: Buffer, number: number, last: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce(number, last))
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

class Decrypting extends Pieces {
  readonly #key: Buffer

  constructor(backupKey: string, salt: Buffer) {
    super(frame + tag)
    this.#key = keyOf(backupKey, salt)
  }

  transformPiece(piece: Buffer, number: number, last: boolean): Buffer {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce(number, last), { authTagLength: tag })
      decipher.setAuthTag(piece.subarray(-tag))
      return Buffer.concat([decipher.update(piece.subarray(0, -tag)), decipher.final()])
    } catch {
      throw new CannotStart(
        number === 0
          ? 'BACKUP_KEY is not the key that this backup was encrypted with, or the file was changed.'
          : 'The backup was changed or cut off: a part of it does not decrypt.',
      )
    }
  }
}

/** Encrypts a backup while it is written. */
export function encrypting(backupKey: string): Transform {
  return new Encrypting(backupKey)
}

/** Length of the header before the frames of an encrypted backup. */
export const headLength = magic.length + saltLength

/** Decrypts the frames of a backup that follow the header of `headLength` bytes. */
export function decrypting(backupKey: string, head: Buffer): Transform {
  return new Decrypting(backupKey, head.subarray(magic.length))
}
