import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './Figure.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { Text } from '#ui/kit/Text.tsx'

interface FigureProps {
  label: string
  value: string
  /** A small text below the value, such as a comparison. Line breaks are kept. */
  hint?: string
  /** Address of the list behind the figure; without one the figure is no link. */
  to?: string | undefined
}

const contentStyle = { display: 'block', width: '100%', p: { xs: 1.5, sm: 2 } } as const

/** A grid of figures: two columns on a phone, one row on a wide screen. */
export function Figures({ children, label }: { children: ReactNode; label: string }) {
  const columns = { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(180px, 1fr))' }
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: columns,
        // The last of an odd number fills its row on a phone.
        '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
      }}
    >
      {children}
    </Box>
  )
}

/** A number with a link to the list behind it, so that it can be checked. */
export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <Text tone="quiet" size="small">
        {label}
      </Text>
      {/* The font size shrinks with the card, so that crores fit to the paisa. */}
      <Text className={styles.text}>{value}</Text>
      {hint && (
        <Text size="small" className={styles.hint}>
          {hint}
        </Text>
      )}
    </>
  )
  return (
    <Card className={styles.card}>
      {to === undefined ? (
        <Box sx={contentStyle}>{content}</Box>
      ) : (
        <ButtonBase
          component={Link}
          to={to}
          sx={{
            ...contentStyle,
            '&:hover': { bgcolor: 'action.hover' },
            '&:focus-visible': { bgcolor: 'action.focus' },
          }}
        >
          {content}
        </ButtonBase>
      )}
    </Card>
  )
}
