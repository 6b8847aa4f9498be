import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** The keys of a device, as its browser stores them. */
export interface DeviceKeys {
  privateKey: Buffer
  publicKey: Buffer
  auth: Buffer
}

/**
 * Decrypts the body of a push as a device does (RFC 8291, one record of `aes128gcm`).
 * @throws Error when it was not encrypted for this device
 */
export function decryptPush(body: Buffer, { privateKey, publicKey, auth }: DeviceKeys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  const derive = (key: Buffer, with_: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derive(curve.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return padded.subarray(0, end).toString()
}
