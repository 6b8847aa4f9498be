import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import styles from './SignInFrame.module.css'

/** The layout of all pages before the sign-in: the product's name, a card, and a line below. */
export function SignInFrame({
  title,
  intro,
  below,
  children,
}: {
  title: string
  intro?: ReactNode
  below?: ReactNode
  children?: ReactNode
}) {
  return (
    <main className={styles.main}>
      <div className={styles.row}>
        <img src="/icon.svg" alt="" className={styles.picture} />
        <div>
          <Typography component="p" className={styles.figure}>
            Shala
          </Typography>
          <Typography variant="body2" component="p" className={styles.muted}>
            School administration
          </Typography>
        </div>
      </div>
      <Paper variant="outlined" className={styles.card}>
        <Typography variant="h1">{title}</Typography>
        {intro && (
          <Typography component="div" className={styles.hint}>
            {intro}
          </Typography>
        )}
        {children && <div className={styles.spaced}>{children}</div>}
      </Paper>
      {below && <div className={styles.box}>{below}</div>}
    </main>
  )
}
