import { useState } from 'react'
import { Face } from '#domains/onlinefees/family/home.exports.tsx'
import type { Child } from './home.ts'

/** The child's photo; the initials where there is none, or it cannot be loaded. The name stands beside it. */
export function Portrait({ child: { fees, facts } }: { child: Child }) {
  const [lostUrl, setLostUrl] = useState<string | null>(null)
  const { photoUrl } = facts
  if (photoUrl === null || photoUrl === lostUrl) return <Face name={fees.name} />
  return <img className="face" src={photoUrl} alt="" width={52} height={52} onError={() => setLostUrl(photoUrl)} />
}
