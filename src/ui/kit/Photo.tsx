import { type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import styles from './Photo.module.css'

interface PhotoProps {
  src: string | null | undefined
  alt: string
  /** Where there is no picture, or it cannot be loaded. */
  children?: ReactNode
  /** Shows all of it, as of a logo. */
  whole?: boolean
  className?: string | undefined
}

/** A picture of a person or a logo, in a box of one size. */
export function Photo({ src, alt, children, whole = false, className }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classes(styles.photo, className)}>
      {src && failed !== src ? (
        <img src={src} alt={alt} onError={() => setFailed(src)} className={whole ? styles.whole : styles.image} />
      ) : (
        children
      )}
    </span>
  )
}
