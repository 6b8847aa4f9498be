import type { CardLook, CardSchool } from '../../cardFields.ts'
import { CardView } from '../CardView.tsx'
import { samplePerson } from '../cardPeople.ts'

/** Shows the front of an invented person's card in a design. */
export function SampleCard({ look, school }: { look: CardLook; school: CardSchool }) {
  return <CardView look={look} school={school} person={samplePerson(look)} side="front" scale={0.85} />
}
