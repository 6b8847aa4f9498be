import type { Language } from '#shared/languages.ts'
import type { Voice } from './holisticScheme.ts'
import type { outcomes } from './passing.rules.ts'
import type { remarkKinds } from './reportCard.schema.ts'
import type { cardFacts, cardSignatures, cardTitles } from './reportCardFormat.schema.ts'

type Each<Names extends readonly string[]> = Readonly<Record<Names[number], string>>

/**
 * The labels of a report card. They are not in the catalogue of texts, because a page has one language and a card can
 * have two (decisions/0090). A language more does not compile without its card.
 */
export interface ReportCardLabels {
  titles: Each<typeof cardTitles>
  holisticTitle: string
  competency: string
  facts: Each<typeof cardFacts>
  student: string
  class: string
  term: string
  phone: string
  affiliationNo: string
  recognitionNo: string
  udise: string
  photo: string
  scholastic: string
  coScholastic: string
  subjects: string
  subject: string
  area: string
  /** The marks of a part or the year. */
  total: string
  grade: string
  year: string
  optional: string
  totalOfBest: (subjects: number) => string
  percentage: string
  rank: string
  rankOf: (rank: number, of: number) => string
  attendance: string
  /** Days as they are printed: `204.5`. */
  daysOf: (present: string, workingDays: string) => string
  remarks: Each<typeof remarkKinds>
  result: string
  outcomes: Each<typeof outcomes>
  /** The outcomes that lead to the next class. */
  passedTo: (className: string) => string
  promotedTo: (className: string) => string
  notReached: string
  /** What was not reached: `Marathi, Annual examination: 16 of 50 (18 needed)`. */
  shortfall: (place: string, obtained: string, outOf: string, needed: string) => string
  grace: string
  /** A second examination, with its marks by subject. `before` is '' for none. */
  reexamined: string
  reexaminedMark: (subject: string, score: string, outOf: string, before: string) => string
  onReexamination: (outcome: string) => string
  replaced: (subject: string, by: string) => string
  missing: string
  codes: { AB: string; ML: string; EX: string; leftOut: string }
  scale: string
  signatures: Each<typeof cardSignatures>
  date: string
  verify: string
  withdrawn: string
  preview: string
  voices: Readonly<Record<Voice, string>>
}

const english: ReportCardLabels = {
  titles: { REPORT_CARD: 'Report Card', ACHIEVEMENT_RECORD: 'Achievement Record', PROGRESS_CARD: 'Progress Card' },
  holisticTitle: 'Holistic progress',
  competency: 'Competency',
  facts: {
    roll: 'Roll no.',
    registerNo: 'Register no.',
    penNumber: 'PEN',
    saralId: 'Saral ID',
    fatherName: 'Father’s name',
    motherName: 'Mother’s name',
    guardian: 'Guardian’s name',
    birthdate: 'Date of birth',
  },
  student: 'Student',
  class: 'Class',
  term: 'Session',
  phone: 'Phone',
  affiliationNo: 'Affiliation no.',
  recognitionNo: 'Recognition no.',
  udise: 'UDISE',
  photo: 'Photo',
  scholastic: 'Scholastic areas',
  coScholastic: 'Co-scholastic areas',
  subjects: 'Subjects',
  subject: 'Subject',
  area: 'Area',
  total: 'Total',
  grade: 'Grade',
  year: 'Whole year',
  optional: 'optional',
  totalOfBest: (subjects) => `Total of the best ${subjects} subjects`,
  percentage: 'Percentage',
  rank: 'Rank',
  rankOf: (rank, of) => `${rank} of ${of}`,
  attendance: 'Attendance',
  daysOf: (present, workingDays) => `${present} of ${workingDays} working days`,
  remarks: {
    GENERAL: 'Class teacher’s remark',
    PROGRESS: 'Special progress',
    INTERESTS: 'Interests and hobbies',
    IMPROVEMENT: 'Improvement needed',
  },
  result: 'Result',
  outcomes: {
    PASS: 'Passed',
    PROMOTED: 'Promoted',
    COMPARTMENT: 'Eligible for compartment',
    FAIL: 'Failed',
    INCOMPLETE: 'Incomplete',
  },
  passedTo: (className) => `Passed and promoted to class ${className}`,
  promotedTo: (className) => `Promoted to class ${className}`,
  notReached: 'Not passed in',
  shortfall: (place, obtained, outOf, needed) => `${place}: ${obtained} of ${outOf}, ${needed} needed`,
  grace: 'Grace marks',
  reexamined: 'On re-examination',
  reexaminedMark: (subject, score, outOf, before) =>
    `${subject} ${score} of ${outOf}${before === '' ? '' : ` (before: ${before})`}`,
  onReexamination: (outcome) => `${outcome}, on re-examination`,
  replaced: (subject, by) => `${subject} is replaced by ${by}`,
  missing: 'Marks not entered yet',
  codes: { AB: 'absent', ML: 'medical leave', EX: 'exempt', leftOut: 'not assessed' },
  scale: 'Grades',
  signatures: { CLASS_TEACHER: 'Class teacher', HEAD: 'Principal', PARENT: 'Parent' },
  date: 'Date',
  verify: 'Scan to check this card',
  withdrawn: 'WITHDRAWN: this card is not valid any more.',
  preview: 'PREVIEW',
  voices: { TEACHER: 'Teacher', OWN: 'Myself', CLASSMATES: 'Classmates', FAMILY: 'Family' },
}

const hindi: ReportCardLabels = {
  titles: { REPORT_CARD: 'प्रगति पत्र', ACHIEVEMENT_RECORD: 'उपलब्धि अभिलेख', PROGRESS_CARD: 'प्रगति पत्रक' },
  holisticTitle: 'समग्र प्रगति',
  competency: 'दक्षता',
  facts: {
    roll: 'अनुक्रमांक',
    registerNo: 'रजिस्टर क्रमांक',
    penNumber: 'PEN',
    saralId: 'सरल आईडी',
    fatherName: 'पिता का नाम',
    motherName: 'माता का नाम',
    guardian: 'अभिभावक का नाम',
    birthdate: 'जन्म तिथि',
  },
  student: 'विद्यार्थी',
  class: 'कक्षा',
  term: 'सत्र',
  phone: 'फ़ोन',
  affiliationNo: 'संबद्धता सं.',
  recognitionNo: 'मान्यता सं.',
  udise: 'यू-डाइस',
  photo: 'फ़ोटो',
  scholastic: 'शैक्षिक क्षेत्र',
  coScholastic: 'सह-शैक्षिक क्षेत्र',
  subjects: 'विषय',
  subject: 'विषय',
  area: 'क्षेत्र',
  total: 'कुल',
  grade: 'ग्रेड',
  year: 'पूरा वर्ष',
  optional: 'वैकल्पिक',
  totalOfBest: (subjects) => `सर्वोत्तम ${subjects} विषयों का कुल`,
  percentage: 'प्रतिशत',
  rank: 'स्थान',
  rankOf: (rank, of) => `${of} में ${rank}`,
  attendance: 'उपस्थिति',
  daysOf: (present, workingDays) => `${workingDays} कार्य दिवसों में ${present}`,
  remarks: {
    GENERAL: 'कक्षा शिक्षक की टिप्पणी',
    PROGRESS: 'विशेष प्रगति',
    INTERESTS: 'रुचियाँ और शौक',
    IMPROVEMENT: 'सुधार की आवश्यकता',
  },
  result: 'परिणाम',
  outcomes: {
    PASS: 'उत्तीर्ण',
    PROMOTED: 'कक्षोन्नत',
    COMPARTMENT: 'कंपार्टमेंट परीक्षा के लिए पात्र',
    FAIL: 'अनुत्तीर्ण',
    INCOMPLETE: 'अपूर्ण',
  },
  passedTo: (className) => `उत्तीर्ण; कक्षा ${className} में प्रवेश`,
  promotedTo: (className) => `कक्षा ${className} में कक्षोन्नत`,
  notReached: 'इनमें उत्तीर्ण नहीं',
  shortfall: (place, obtained, outOf, needed) => `${place}: ${outOf} में ${obtained}, आवश्यक ${needed}`,
  grace: 'कृपांक',
  reexamined: 'पुनर्परीक्षा में',
  reexaminedMark: (subject, score, outOf, before) =>
    `${subject} ${outOf} में से ${score}${before === '' ? '' : ` (पहले: ${before})`}`,
  onReexamination: (outcome) => `पुनर्परीक्षा में ${outcome}`,
  replaced: (subject, by) => `${subject} के स्थान पर ${by}`,
  missing: 'अंक अभी दर्ज नहीं',
  codes: { AB: 'अनुपस्थित', ML: 'चिकित्सा अवकाश', EX: 'छूट', leftOut: 'मूल्यांकन नहीं' },
  scale: 'ग्रेड',
  signatures: { CLASS_TEACHER: 'कक्षा शिक्षक', HEAD: 'प्रधानाचार्य', PARENT: 'अभिभावक' },
  date: 'तारीख़',
  verify: 'जाँच के लिए स्कैन करें',
  withdrawn: 'वापस लिया गया: यह प्रगति पत्र अब मान्य नहीं है।',
  preview: 'पूर्वावलोकन',
  voices: { TEACHER: 'शिक्षक', OWN: 'मैं स्वयं', CLASSMATES: 'सहपाठी', FAMILY: 'परिवार' },
}

const marathi: ReportCardLabels = {
  titles: { REPORT_CARD: 'गुणपत्रक', ACHIEVEMENT_RECORD: 'संपादणूक नोंदपत्रक', PROGRESS_CARD: 'प्रगतिपत्रक' },
  holisticTitle: 'समग्र प्रगती',
  competency: 'क्षमता',
  facts: {
    roll: 'हजेरी क्रमांक',
    registerNo: 'जनरल रजिस्टर क्र.',
    penNumber: 'PEN',
    saralId: 'सरल आयडी',
    fatherName: 'वडिलांचे नाव',
    motherName: 'आईचे नाव',
    guardian: 'पालकाचे नाव',
    birthdate: 'जन्मतारीख',
  },
  student: 'विद्यार्थी',
  class: 'इयत्ता',
  term: 'शैक्षणिक वर्ष',
  phone: 'फोन',
  affiliationNo: 'संलग्नता क्र.',
  recognitionNo: 'मान्यता क्र.',
  udise: 'यू-डायस',
  photo: 'फोटो',
  scholastic: 'शालेय विषय',
  coScholastic: 'सहशालेय विषय',
  subjects: 'विषय',
  subject: 'विषय',
  area: 'क्षेत्र',
  total: 'एकूण',
  grade: 'श्रेणी',
  year: 'संपूर्ण वर्ष',
  optional: 'ऐच्छिक',
  totalOfBest: (subjects) => `सर्वोत्तम ${subjects} विषयांची बेरीज`,
  percentage: 'शेकडा गुण',
  rank: 'क्रमांक',
  rankOf: (rank, of) => `${of} पैकी ${rank}`,
  attendance: 'हजेरी',
  daysOf: (present, workingDays) => `कामाच्या ${workingDays} दिवसांपैकी ${present}`,
  remarks: {
    GENERAL: 'वर्गशिक्षकाचा अभिप्राय',
    PROGRESS: 'विशेष प्रगती',
    INTERESTS: 'आवड व छंद',
    IMPROVEMENT: 'सुधारणा आवश्यक',
  },
  result: 'निकाल',
  outcomes: {
    PASS: 'उत्तीर्ण',
    PROMOTED: 'वर्गोन्नत',
    COMPARTMENT: 'पुनर्परीक्षेस पात्र',
    FAIL: 'अनुत्तीर्ण',
    INCOMPLETE: 'अपूर्ण',
  },
  passedTo: (className) => `उत्तीर्ण; इयत्ता ${className} मध्ये प्रवेश`,
  promotedTo: (className) => `इयत्ता ${className} मध्ये वर्गोन्नत`,
  notReached: 'यांत उत्तीर्ण नाही',
  shortfall: (place, obtained, outOf, needed) => `${place}: ${outOf} पैकी ${obtained}, आवश्यक ${needed}`,
  grace: 'सवलतीचे गुण',
  reexamined: 'पुनर्परीक्षेत',
  reexaminedMark: (subject, score, outOf, before) =>
    `${subject} ${outOf} पैकी ${score}${before === '' ? '' : ` (आधी: ${before})`}`,
  onReexamination: (outcome) => `पुनर्परीक्षेत ${outcome}`,
  replaced: (subject, by) => `${subject} ऐवजी ${by}`,
  missing: 'गुण अजून भरलेले नाहीत',
  codes: { AB: 'अनुपस्थित', ML: 'वैद्यकीय रजा', EX: 'सूट', leftOut: 'मूल्यमापन नाही' },
  scale: 'श्रेणी',
  signatures: { CLASS_TEACHER: 'वर्गशिक्षक', HEAD: 'मुख्याध्यापक', PARENT: 'पालक' },
  date: 'तारीख',
  verify: 'पडताळणीसाठी स्कॅन करा',
  withdrawn: 'मागे घेतले: हे प्रगतिपत्रक आता वैध नाही.',
  preview: 'पूर्वदृश्य',
  voices: { TEACHER: 'शिक्षक', OWN: 'मी स्वतः', CLASSMATES: 'वर्गमित्र', FAMILY: 'कुटुंब' },
}

export const reportCardLabels: Readonly<Record<Language, ReportCardLabels>> = { en: english, hi: hindi, mr: marathi }
