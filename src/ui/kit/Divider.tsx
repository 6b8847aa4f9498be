import styles from './Divider.module.css'

/** A hairline between two parts. */
export function Divider({ vertical = false }: { vertical?: boolean }) {
  return <hr aria-orientation={vertical ? 'vertical' : undefined} className={vertical ? styles.vertical : styles.divider} />
}
