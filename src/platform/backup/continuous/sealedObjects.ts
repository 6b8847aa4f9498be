import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { CannotStart } from '../../cannotStart.ts'
import type { ObjectStore } from './objectStore.ts'

/*
 */
const encryptedMagic = Buffer.from('SHALAOB1')
const plainMagic = Buffer.from('SHALAOB0')
const saltLength = 16
const tagLength = 16
const hashLength = 32
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Reads and writes the objects of a store compressed, checked, and encrypted where there is a BACKUP_KEY. */
export class SealedObjects {
  readonly store: ObjectStore
  readonly #backupKey: string | undefined

  constructor(store: ObjectStore, backupKey: string | undefined) {
    this.store = store
    this.#backupKey = backupKey
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const compressed = await compress(bytes)
    await this.store.put(
      name,
      this.#backupKey === undefined ? plain(name, compressed) : encrypted(name, compressed, this.#backupKey),
    )
  }

  /** @throws CannotStart when the object was changed, has another name, or needs another BACKUP_KEY */
  async get(name: string): Promise<Buffer> {
    const stored = await this.store.get(name)
    const magic = stored.subarray(0, encryptedMagic.length)
    if (magic.equals(plainMagic)) return decompress(checked(name, stored))
    if (!magic.equals(encryptedMagic)) throw new CannotStart(`${name} in the backup is no object of Shala, or was changed.`)
    if (this.#backupKey === undefined)
      throw new CannotStart('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.')
    return decompress(decrypted(name, stored, this.#backupKey))
  }

  async putJson(name: string, value: unknown): Promise<void> {
    await this.put(name, Buffer.from(JSON.stringify(value)))
  }

  async getJson(name: string): Promise<unknown> {
    return JSON.parse((await this.get(name)).toString('utf8'))
  }
}

function keyOf(backupKey: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey, salt, 'shala continuous backup v1', 32))
}

/** Each key encrypts one object, so all objects can use the same nonce. */
const nonce = Buffer.alloc(12)

function encrypted(name: string, bytes: Buffer, backupKey: string): Buffer {
  const salt = randomBytes(saltLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(backupKey, salt), nonce)
  cipher.setAAD(Buffer.from(name))
  return Buffer.concat([encryptedMagic, salt, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypted(name: string, stored: Buffer, backupKey: string): Buffer {
  const from = encryptedMagic.length + saltLength
  try {
    const key = keyOf(backupKey, stored.subarray(encryptedMagic.length, from))
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(stored.subarray(-tagLength))
    return Buffer.concat([decipher.update(stored.subarray(from, -tagLength)), decipher.final()])
  } catch {
    throw new CannotStart(`${name} does not decrypt: BACKUP_KEY is not the key of this backup, or the object was changed.`)
  }
}

function plain(name: string, bytes: Buffer): Buffer {
  return Buffer.concat([plainMagic, hashOf(name, bytes), bytes])
}

function checked(name: string, stored: Buffer): Buffer {
  const from = plainMagic.length + hashLength
  const bytes = stored.subarray(from)
  if (!stored.subarray(plainMagic.length, from).equals(hashOf(name, bytes)))
    throw new CannotStart(`${name} in the backup was changed or cut off: its checksum is another one.`)
  return bytes
}

function hashOf(name: string, bytes: Buffer): Buffer {
  return createHash('sha256').update(name).update('\0').update(bytes).digest()
}
