import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { memo } from 'react'
import { cardCss } from '../cardCss.ts'
import type { CardLook, CardPerson, CardSchool } from '../cardFields.ts'
import { cardSize, cr80 } from '../cardPlans.ts'
import { cardBack, cardFront } from '../cardSheet.ts'
import '#ui/paperFonts.css'
import { Row } from '#ui/kit/Row.tsx'
import css from './CardView.module.css'

const styles = <GlobalStyle css={cardCss} />

interface CardViewProps {
  look: CardLook
  school: CardSchool
  person: CardPerson
  side: 'front' | 'back'
  /** 1 is the real size of the card. */
  scale?: number
}

/** Shows one side of a card as it is printed, with rounded corners. */
export const CardView = memo(function CardView({ look, school, person, side, scale = 1 }: CardViewProps) {
  const { width, height } = cardSize(look.layout)
  return (
    <div
      className={css.card}
      style={{ zoom: scale, width: `${width}mm`, height: `${height}mm`, borderRadius: `${cr80.radius}mm` }}
    >
      {styles}
      {side === 'front' ? cardFront(look, school, person) : cardBack(look, school, person)}
    </div>
  )
})

/** Shows both sides of a card, side by side if there is room. */
export function CardSides({ scale = 1, ...card }: Omit<CardViewProps, 'side'>) {
  return (
    <Row gap={4} align="start" wrap>
      <CardView {...card} side="front" scale={scale} />
      <CardView {...card} side="back" scale={scale} />
    </Row>
  )
}
