import { useState } from 'react'
import { classes } from './classes.ts'
import styles from './Avatar.module.css'

interface AvatarProps {
  name: string
  /** Address of the photo, if there is one. */
  photoUrl?: string | null | undefined
  size?: 'small' | 'normal' | 'large'
  className?: string | undefined
}

/** A person's photo, or the initials on a colour that stays the same. The name stands beside it, so it is silent. */
export function Avatar({ name, photoUrl, size = 'normal', className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const look = classes(styles.avatar, styles[size], className)
  if (photoUrl && failed !== photoUrl)
    return <img src={photoUrl} alt="" loading="lazy" onError={() => setFailed(photoUrl)} className={look} />
  return <span aria-hidden data-initials={initialsOf(name)} className={look} style={{ '--hue': hueOf(name) }} />
}

/** First letters of the first and the last name: `Asha Ramesh Patil` is `AP`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A hue in degrees, always the same for a name, and far from that of a similar name. */
function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum * 137) % 360
}

/** A person's name in a list, with the face before it. */
export function PersonName({ name, photoUrl }: Pick<AvatarProps, 'name' | 'photoUrl'>) {
  return (
    <span className={styles.person} data-person>
      <Avatar name={name} photoUrl={photoUrl} />
      {name}
    </span>
  )
}
