import { createECDH, hkdfSync } from 'node:crypto'

/** The installation's own pair of keys for web push (VAPID), base64url: 65 and 32 bytes of the curve P-256. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The public half of a private key; null for what is none. */
export function publicKeyOf(privateKey: string): string | null {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return curve.getPublicKey('base64url')
  } catch {
    return null
  }
}

/**
 * The pair that belongs to an installation's secret: the same in all of its processes, on whatever machine. Another pair would
 * make every device deaf that has asked to be told.
 */
export function pushKeysOf(secretKey: string): PushKeys {
  // Of 2^32 numbers one is no key of the curve.
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secretKey, '', `web push ${attempt}`, 32)).toString('base64url')
    const publicKey = publicKeyOf(privateKey)
    if (publicKey !== null) return { publicKey, privateKey }
  }
}
