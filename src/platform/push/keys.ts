import { createECDH, hkdfSync } from 'node:crypto'

/** The installation's key pair for web push (VAPID), base64url: 65 and 32 bytes on the curve P-256. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Returns the public half of a private key; null for an invalid one. */
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
 * Derives the key pair from an installation's secret: the same in all processes on every machine. With another pair no
 * subscribed device could be notified.
 */
export function pushKeysOf(secretKey: string): PushKeys {
  // One in 2^32 numbers is not a key of the curve.
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secretKey, '', `web push ${attempt}`, 32)).toString('base64url')
    const publicKey = publicKeyOf(privateKey)
    if (publicKey !== null) return { publicKey, privateKey }
  }
}
