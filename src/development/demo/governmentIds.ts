import { inventor } from './invent.ts'

interface Place {
  termId: number
  className: string
  sectionName: string
  /** The student's number in the school, from 0. */
  index: number
}

/**
 * Returns what UDISE+ asks of an invented student. Every section lacks something else, so that the board has something
 * to show: the first of each class is nearly ready, and a few students of each have nothing yet. There is no Aadhaar
 * number among them: any valid one may be somebody's.
 */
export function inventedGovernmentIds({ termId, className, sectionName, index }: Place) {
  // Its own inventor, so that the rest of the demo stays as it is.
  const invent = inventor(6_061 + index)
  const often = (share: number) => invent.below(100) < share
  const given = (share: number, value: string) => (often(share) ? value : '')
  if (often(4)) return blank
  const care = sectionName === 'A' || sectionName === 'Science' ? 99 : 92
  const category = invent.pick(['GENERAL', 'GENERAL', 'OBC', 'OBC', 'OBC', 'SC', 'ST'])
  const bpl = often(18) ? 'YES' : 'NO'
  const cwsn = often(3) ? 'YES' : 'NO'
  const consents = often(88)
  const newHere = className === '11' || (className === '1' && often(70)) || often(5)
  const sat = className !== '1'
  return {
    penNumber: given(care, `2${String(100_000_000 + index * 7_919).slice(-9)}0`),
    apaarConsent: given(care, consents ? 'YES' : 'NO'),
    aaparId: consents ? given(60, `${String(700_000_000_000 + index * 104_729)}`) : '',
    pincode: given(care, `4110${String(10 + invent.below(50))}`),
    motherTongueCode: given(70, invent.pick(['42', '144', '56'])),
    socialCategory: given(care, category),
    minorityGroup: given(care, invent.pick(['NONE', 'NONE', 'NONE', 'NONE', 'MUSLIM', 'BUDDHIST', 'JAIN', 'CHRISTIAN'])),
    bpl: given(care, bpl),
    aay: bpl === 'YES' ? given(80, often(30) ? 'YES' : 'NO') : '',
    ews: given(care, often(15) ? 'YES' : 'NO'),
    cwsn: given(care, cwsn),
    impairments: cwsn === 'YES' ? given(60, invent.pick(['LOW_VISION', 'HEARING', 'LOCOMOTOR', 'LEARNING'])) : '',
    indianNational: given(care, 'YES'),
    outOfSchool: given(care, 'NO'),
    stream: ['11', '12'].includes(className) ? given(95, sectionName === 'Commerce' ? 'COMMERCE' : 'SCIENCE') : '',
    previousOfTerm: termId,
    previousStatus: given(care, className === '1' && often(40) ? 'ANGANWADI' : newHere ? 'OTHER_SCHOOL' : 'SAME_SCHOOL'),
    previousClass: className === '1' ? given(care, 'PP1') : given(care, String(Number(className) - 1)),
    examAppeared: sat ? given(care, 'YES') : '',
    previousResult: sat ? given(care, often(96) ? 'PASSED' : 'NOT_PASSED') : '',
    previousMarks: sat ? given(care, String(35 + invent.below(64))) : '',
    previousDays: sat ? given(care, String(150 + invent.below(70))) : '',
  }
}

/** A student of whom nothing is known yet. The rows of one insert have the same columns. */
const blank = {
  penNumber: '',
  apaarConsent: '',
  aaparId: '',
  pincode: '',
  motherTongueCode: '',
  socialCategory: '',
  minorityGroup: '',
  bpl: '',
  aay: '',
  ews: '',
  cwsn: '',
  impairments: '',
  indianNational: '',
  outOfSchool: '',
  stream: '',
  previousOfTerm: null,
  previousStatus: '',
  previousClass: '',
  examAppeared: '',
  previousResult: '',
  previousMarks: '',
  previousDays: '',
}
