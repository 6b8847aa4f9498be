import { verhoeffDigit } from '#shared/aadhaar.ts'
import { describe, expect, test } from 'vitest'
import { completeFields, inlineNodes, missingParts, picturesOf, printedName } from './certificates.rules.ts'
import { fieldCatalogue, fieldLabel, isFixed, maskValue, prefilledValue, type CertificateFacts } from './fields.ts'
import { type FormatDoc, formatField } from './format.schema.ts'
import { readyFormats } from './formats/readyFormats.ts'

const doc = (...content: unknown[]): string => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content }] })

describe('fields of a layout', () => {
  test('{{name}} that was typed becomes a field and keeps its marks; what is none stays text', () => {
    const marks = [{ type: 'bold' }]
    const parsed = formatField.parse(doc({ type: 'text', text: 'of {{ studentName }}, {{}} {{a{b}} {{Book no.}}!', marks }))
    expect(parsed.content).toEqual([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'of ', marks },
          { type: 'field', attrs: { name: 'studentName' }, marks },
          { type: 'text', text: ', {{}} {{a{b}} ', marks },
          { type: 'field', attrs: { name: 'Book no.' }, marks },
          { type: 'text', text: '!', marks },
        ],
      },
    ])
  })

  test('are asked in the order given, then in the order of the layout, each once', () => {
    const parsed = formatField.parse(doc({ type: 'text', text: '{{c}} {{a}} {{c}} {{constructor}} {{b}}' }))
    const given = [
      { name: 'b', sr: 2 },
      { name: 'asked only', sr: 1 },
    ]
    expect(completeFields(parsed, given)).toEqual(
      ['asked only', 'b', 'c', 'a', 'constructor'].map((name, place) => ({ name, sr: place + 1 })),
    )
  })
})

describe('ready-made formats', () => {
  /** The words of the birth date where a form has others than English ones. */
  const birthdateInWords: Record<string, string[]> = {
    maharashtraBilingual: ['birthdateInMarathi', 'birthdateInWords'],
    maharashtraMarathi: ['birthdateInMarathi'],
  }

  test.each(readyFormats.map(({ key, format }) => [key, format] as const))('%s is a layout like any other', (key, format) => {
    expect(formatField.parse(JSON.stringify(format))).toEqual(format)
    expect(picturesOf(format)).toEqual([])
    const names = completeFields(format, []).map(({ name }) => name)
    const known = new Set(fieldCatalogue.map(({ name }) => name))
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['serialNo', 'issueDate', 'birthdate', 'registerNo']))
    const inWords = names.filter((name) => name.startsWith('birthdateIn'))
    expect(inWords).toEqual(birthdateInWords[key] ?? ['birthdateInWords'])
  })

  // The rows of both forms as the department and the board have them.
  test.each([
    [
      'maharashtra',
      [
        'Student id',
        'Aadhaar no.',
        'Name of the student',
        "Father's name",
        'Surname',
        "Mother's name",
        'Nationality / mother tongue',
        'Religion / caste / sub-caste',
        'Birthplace (village / town), taluka, district, state, country',
        'Birth date, in figures',
        'Birth date, in words',
        'Previous school and standard',
        'Date of admission to this school, and standard',
        'Progress in studies',
        'Conduct',
        'Date of leaving the school',
        'Standard in which studying, and since when',
        'Reason for leaving the school',
        'Remarks',
      ],
      [
        'schoolName',
        'schoolVillage',
        'schoolTaluka',
        'schoolDist',
        'schoolPhone',
        'schoolEmail',
        'recognitionNo',
        'affiliationNo',
        'udise',
        'medium',
        'board',
        'serialNo',
        'registerNo',
        'bookNo',
        'issueDate',
      ],
      ['Certified that the above information is in accordance with the school’s General Register no. 1.'],
      ['Class teacher', 'Clerk', 'Head of the school'],
    ],
    ...(['maharashtraBilingual', 'maharashtraMarathi'] as const).map((name) => {
      const say = (marathi: string, english: string) => (name === 'maharashtraMarathi' ? marathi : `${marathi} / ${english}`)
      return [
        name,
        [
          say('विद्यार्थी ओळख क्र. (स्टुडंट आयडी)', 'Student id'),
          say('आधार क्र. (यूआयडी)', 'Aadhaar no.'),
          say('विद्यार्थ्याचे संपूर्ण नाव', 'Full name of the student'),
          say('वडिलांचे नाव', "Father's name"),
          say('आईचे नाव', "Mother's name"),
          say('राष्ट्रीयत्व, मातृभाषा', 'Nationality, mother tongue'),
          say('धर्म, जात, पोटजात', 'Religion, caste, sub-caste'),
          say('जन्मस्थळ (गाव / शहर), तालुका, जिल्हा, राज्य, देश', 'Birthplace, taluka, district, state, country'),
          say('इ. सनाप्रमाणे जन्मतारीख, अंकी', 'Birth date, in figures'),
          say('जन्मतारीख, अक्षरी', 'Birth date, in words'),
          say('यापूर्वीची शाळा व इयत्ता', 'Previous school'),
          say('या शाळेत प्रवेश घेतल्याची तारीख व इयत्ता', 'Date of admission, and standard'),
          say('अभ्यासातील प्रगती', 'Progress in studies'),
          say('वर्तणूक', 'Conduct'),
          say('शाळा सोडल्याची तारीख', 'Date of leaving'),
          say('कोणत्या इयत्तेत शिकत होता / होती व केव्हापासून', 'Standard, and since when'),
          say('शाळा सोडण्याचे कारण', 'Reason for leaving'),
          say('शेरा', 'Remarks'),
        ],
        ['schoolName', 'schoolVillage', 'recognitionNo', 'udise', 'serialNo', 'registerNo', 'issueDate'],
        [
          'दाखला देण्यात येतो की, वरील माहिती शाळेतील जनरल रजिस्टर नं. 1 प्रमाणे आहे.',
          'अनधिकृतरीत्या बदल केल्यास संबंधितावर कायदेशीर कारवाई करण्यात येईल.',
        ],
        [say('वर्गशिक्षक', 'Class teacher'), say('लेखनिक', 'Clerk'), say('मुख्याध्यापक', 'Head of the school')],
      ] as const
    }),
    [
      'cbse',
      [
        'Name of the pupil',
        "Mother's name",
        "Father's / guardian's name",
        'Date of birth according to the admission register, in figures',
        'Date of birth, in words',
        'Nationality',
        'Whether the pupil belongs to SC / ST / OBC',
        'Date of first admission in the school, with class',
        'Class in which the pupil last studied',
        'School / board annual examination last taken, with result',
        'Whether failed, if so once or twice in the same class',
        'Subjects studied',
        'Whether qualified for promotion to a higher class, if so to which',
        'Month up to which the pupil has paid school dues',
        'Any fee concession availed of, and its nature',
        'Total number of working days',
        'Total number of working days present',
        'Whether NCC cadet / Boy Scout / Girl Guide',
        'Games played or extra-curricular activities, with achievement level',
        'General conduct',
        'Date of application for the certificate',
        'Date of issue of the certificate',
        'Reason for leaving the school',
        'Any other remarks',
      ],
      ['schoolName', 'affiliationNo', 'udise', 'serialNo', 'registerNo'],
      [],
      ['Class teacher', 'Checked by', 'Principal'],
    ],
  ] as const)('%s has every row of its form, the head and who signs', (key, labels, head, sentences, signers) => {
    const { format } = readyFormats.find((one) => one.key === key)!
    const rows = format.content.find(isNumbered)
    const words = (nodes: FormatDoc['content']) =>
      [...inlineNodes({ type: 'doc', content: nodes })].map((node) => (node.type === 'text' ? node.text : '')).join('')
    expect(rows?.content.map((row) => words(row.content[1]!.content))).toEqual(labels)
    expect(rows?.content.map((row) => words(row.content[0]!.content))).toEqual(labels.map((_, place) => `${place + 1}.`))
    // Every row asks for something.
    for (const row of rows?.content ?? [])
      expect(completeFields({ type: 'doc', content: row.content[2]!.content }, [])).not.toEqual([])
    const around = format.content.filter((node) => !isNumbered(node))
    const fields = completeFields({ type: 'doc', content: around }, []).map(({ name }) => name)
    expect(fields).toEqual(expect.arrayContaining([...head]))
    for (const said of [...sentences, ...signers]) expect(words(around)).toContain(said)
  })
})

function isNumbered(node: FormatDoc['content'][number]): node is Extract<FormatDoc['content'][number], { type: 'table' }> {
  return node.type === 'table' && node.content.length > 5
}

test('names of the catalogue are its own alone', () => {
  expect(fieldLabel('studentName')).toBe('Full name of the student')
  for (const name of ['constructor', '__proto__', 'toString', 'Height']) {
    expect(fieldLabel(name)).toBe(name)
    expect(isFixed(name)).toBe(false)
  }
})

test('a whole Aadhaar number is masked before it is kept, in whatever field and sentence it stands', () => {
  const number = `23456789012${verhoeffDigit('23456789012')}`
  const spaced = `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`
  const masked = `XXXX XXXX ${number.slice(-4)}`
  for (const name of ['aadhaar', 'uidNo', 'remarks', 'studentName', 'Adhar card', 'constructor']) {
    expect(maskValue(name, number)).toBe(masked)
    expect(maskValue(name, spaced)).toBe(masked)
    expect(maskValue(name, `Card ${spaced.replaceAll(' ', '-')}, seen; and ${number}.`)).toBe(
      `Card ${masked}, seen; and ${masked}.`,
    )
  }
  expect(maskValue('aadhaar', [...number].join(' '))).toBe(masked)
  for (const other of [
    'not given',
    `1${number}`,
    `${number}1`,
    `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`,
    '03/06/2015',
  ])
    expect(maskValue('remarks', other)).toBe(other)
  for (const name of [
    'apaarId',
    'penNumber',
    'saralId',
    'udise',
    'registerNo',
    'recognitionNo',
    'affiliationNo',
    'phone',
    'bookNo',
  ])
    expect(maskValue(name, number)).toBe(number)
})

const facts = (student: Partial<CertificateFacts['student']>, more: Partial<CertificateFacts> = {}) =>
  ({ student: { firstName: '', surname: '', fatherName: '', guardian: '', ...student }, ...more }) as CertificateFacts

test.each([
  [{ name: 'Asha Vijay Patil' }, ['Asha', 'Vijay', 'Patil']],
  [{ name: 'Asha Patil' }, ['Asha', '', 'Patil']],
  [{ name: '  Asha ' }, ['Asha', '', '']],
  [{ name: 'Asha Vijay Patil', firstName: 'A.', surname: 'P.', fatherName: 'V.' }, ['A.', 'V.', 'P.']],
  [{ name: 'PATIL Asha Rani Vijay', surname: 'Patil', firstName: 'Asha Rani' }, ['Asha Rani', 'Vijay', 'Patil']],
  [{ name: 'Patil Asha Vijay', surname: 'Patil' }, ['Asha', 'Vijay', 'Patil']],
  [{ name: 'आशा विजय पाटील', fatherName: 'विजय पाटील' }, ['आशा', 'विजय पाटील', 'पाटील']],
])('the parts of the name of %j are %j', (student, parts) => {
  expect(['firstName', 'fatherName', 'surname'].map((name) => prefilledValue(name, facts(student)))).toEqual(parts)
  expect(prefilledValue('guardian', facts({ ...student, guardian: 'Usha' }))).toBe(
    'fatherName' in student ? student.fatherName : 'Usha',
  )
})

describe('a format without a student’s name, the serial and the date', () => {
  const layout = (text: string) => formatField.parse(doc({ type: 'text', text }))
  test.each([
    ['{{studentName}} {{serialNo}} {{issueDate}}', []],
    ['{{firstName}} {{surname}} {{serialNo}} {{issueDate}}', []],
    ['{{surname}} {{serialNo}} {{issueDate}}', ['studentName']],
    ['{{studentName}} {{issueDate}}', ['serialNo']],
    ['{{studentName}} {{serialNo}} {{applicationDate}}', ['issueDate']],
    ['Certified.', ['studentName', 'serialNo', 'issueDate']],
  ])('%j misses %j', (text, fields) => {
    expect(missingParts(layout(text)).map(({ field }) => field)).toEqual(fields)
  })

  test('is none of the ready-made ones', () => {
    for (const { format } of readyFormats) expect(missingParts(format)).toEqual([])
  })
})

describe('the name that is on the paper', () => {
  const nameOn = (text: string, values: Record<string, string>) =>
    printedName(formatField.parse(doc({ type: 'text', text })), new Map(Object.entries(values)))
  const inThreeRows = '{{firstName}} {{fatherName}} {{surname}}'
  test.each([
    [inThreeRows, { firstName: 'Ishaan', fatherName: 'Mahesh Gupta', surname: 'Gupta' }, 'Ishaan Mahesh Gupta'],
    [inThreeRows, { firstName: 'Ishaan', fatherName: 'Mahesh GUPTA', surname: 'Gupta' }, 'Ishaan Mahesh Gupta'],
    [inThreeRows, { firstName: 'Ishaan Mahesh', fatherName: 'Mahesh Gupta', surname: 'Gupta' }, 'Ishaan Mahesh Gupta'],
    [inThreeRows, { firstName: 'Ishaan Mahesh Gupta', fatherName: 'Mahesh Gupta', surname: 'Gupta' }, 'Ishaan Mahesh Gupta'],
    [inThreeRows, { firstName: 'Vijay', fatherName: 'Vijay Patil', surname: 'Patil' }, 'Vijay Vijay Patil'],
    [inThreeRows, { firstName: 'Gupta', fatherName: 'Gupta', surname: 'Gupta' }, 'Gupta Gupta Gupta'],
    [inThreeRows, { firstName: 'Asha', fatherName: 'Manish', surname: 'Ish' }, 'Asha Manish Ish'],
    [
      '{{surname}} {{fatherName}} {{firstName}}',
      { firstName: 'Asha', fatherName: 'Vijay Rao', surname: 'Rao' },
      'Rao Vijay Asha',
    ],
    ['{{firstName}} {{surname}}', { firstName: 'Asha Rao', surname: 'Rao' }, 'Asha Rao'],
  ])('%j of %j is %j, no word of it twice', (text, values, name) => {
    expect(nameOn(text, values)).toBe(name)
  })
})
