import type { UdiseFormat } from '../udise.format.ts'

/*
 * UDISE+ student module (SDMS), general profile and enrolment profile, from the school year 2025-26 on.
 *
 * Every code below has a source. Without one, and so not here:
 * - Mother tongue. The portal has a list of its own, by the mother tongues of the census (the Hindi group has 20 to 56,
 *   Urdu 144). Only the five below were seen. It is not the list of mediums of instruction, in which Hindi is 4 and
 *   Marathi 10. A school types the number that the portal shows beside the language.
 * - "Admitted / enrolled under", which private unaided schools fill in: only 0 (none) and 2 (EWS) were seen. The column
 *   stays blank.
 * - Blood group: two sources number O and AB the other way round. The sheet has no column for it.
 * Two sources differ, and the first was taken:
 * - Minority group: 5 Parsi and 6 Jain (the capture format as schools transcribe it), or 5 Jain and 6 Zoroastrian (a
 *   tool of a school).
 * - Stream: 1 arts and 2 science (the portal's own check of the sheet), or the other way round (the same tool).
 * - Result of the year before: 1, 3 and 4 (what the portal answered in October 2026). A transcription adds 6, repeater
 *   by choice.
 */
export const format: UdiseFormat = {
  year: '2025-26',
  sources: [
    {
      gives: 'Columns, patterns, lengths, ranges, kinds of impairment, streams, 999999999999 for no Aadhaar',
      address: 'https://github.com/shamimahmad786/MOE-SDMIS-FILESERVICE (the portal’s check of the sheet, commit bc27586)',
      asOf: '2023-04-17',
    },
    {
      gives: 'Gender, social category, minority group 7, status of the year before, mother tongue 42',
      address: 'https://github.com/nren07/UdisePortal (the texts of the portal’s lists, as a tool chooses them)',
      asOf: '2024-12-31',
    },
    {
      gives: 'Result of the year before, yes and no, BPL and AAY, mother tongues 20, 28, 42 and 144',
      address: 'https://github.com/zzpsah/udise-automation-suite (answers of the portal, version 3.2.0)',
      asOf: '2026-10-03',
    },
  ],
  columns: [
    { header: 'UDISE Code of School', value: 'udiseCode' },
    { header: 'Student State Code', value: 'saralId' },
    { header: 'Grade/Class', value: 'class' },
    { header: 'SECTION', value: 'section' },
    { header: 'Roll no', value: 'roll' },
    { header: 'Name of Student', value: 'latinName' },
    { header: 'GENDER', value: 'gender' },
    { header: 'DOB (DD-MM-YYYY)', value: 'birthdate' },
    { header: 'MOTHER NAME', value: 'motherName' },
    { header: 'FATHER Name', value: 'fatherName' },
    { header: "GUARDIAN'S NAME", value: 'guardianOrFather' },
    { header: 'Aadhaar No of Child :', value: 'aadhaar' },
    { header: 'NAME AS PER AADHAR', value: 'nameAsAadhaar' },
    { header: 'ADDRESS', value: 'address' },
    { header: 'PINCODE', value: 'pincode' },
    { header: 'MOBILE NUMBER', value: 'phone' },
    { header: 'ALTERNATE MOBILE NUMBER', value: 'otherPhone' },
    { header: 'EMAIL ID (STUDENT/PARENT/GUARDIAN)', value: 'email' },
    { header: 'MOTHER TONGUE', value: 'motherTongueCode' },
    { header: 'SOCIAL CATEGORY', value: 'socialCategory' },
    { header: 'MINORITY GROUP', value: 'minorityGroup' },
    { header: 'BPL BANEFICIARY', value: 'bpl' },
    { header: 'ANTYODAYA', value: 'aay' },
    { header: 'BELONGS TO EWS/DISADVANTAGED GROUP', value: 'ews' },
    { header: 'CWSN(YES/NO)', value: 'cwsn' },
    { header: 'IMPAIRMENT TYPE', value: 'impairments' },
    { header: 'CHILD IS INDIAN NATIONAL', value: 'indianNational' },
    { header: 'CHILD IS OUT-OF-SCHOOL-CHILD', value: 'outOfSchool' },
    { header: 'Admission Number', value: 'registerNo' },
    { header: 'ADMISSION DATE (DD-MM-YYYY)', value: 'dateOfAdmission' },
    { header: 'STUDENT STREAM (For higher secondary only)', value: 'stream' },
    { header: 'PREVIOUS ACADEMIC SCHOOLING STATUS', value: 'previousStatus' },
    { header: 'CLASS STUDIES IN PREVIOUS ACADEMIC', value: 'previousClass' },
    { header: 'ADMITED/ ENROLLED UNDER', value: 'unknown' },
    { header: 'APPEARED FOR EXAM IN PREVIOUS CLASS', value: 'examAppeared' },
    { header: 'RESULT FOR PREVIOUS EXAM', value: 'previousResult' },
    { header: 'MARKS % OF PREVIOUS EXAM', value: 'previousMarks' },
    { header: 'CLASS ATTENDED DAYS', value: 'previousDays' },
  ],
  codes: {
    yesNo: { YES: '1', NO: '2' },
    gender: { MALE: '1', FEMALE: '2', OTHER: '3' },
    socialCategory: { GENERAL: '1', SC: '2', ST: '3', OBC: '4' },
    minorityGroup: { MUSLIM: '1', CHRISTIAN: '2', SIKH: '3', BUDDHIST: '4', PARSI: '5', JAIN: '6', NONE: '7' },
    impairment: {
      BLINDNESS: '1',
      LOW_VISION: '2',
      HEARING: '3',
      SPEECH: '4',
      LOCOMOTOR: '5',
      MENTAL_ILLNESS: '6',
      LEARNING: '7',
      CEREBRAL_PALSY: '8',
      AUTISM: '9',
      MULTIPLE: '10',
      LEPROSY_CURED: '11',
      DWARFISM: '12',
      INTELLECTUAL: '13',
      MUSCULAR_DYSTROPHY: '14',
      NEUROLOGICAL: '15',
      MULTIPLE_SCLEROSIS: '16',
      THALASSEMIA: '17',
      HAEMOPHILIA: '18',
      SICKLE_CELL: '19',
      ACID_ATTACK: '20',
      PARKINSONS: '21',
    },
    stream: { ARTS: '1', SCIENCE: '2', COMMERCE: '3', VOCATIONAL: '4', OTHER: '5' },
    previousStatus: { SAME_SCHOOL: '1', OTHER_SCHOOL: '2', ANGANWADI: '3', NOT_STUDYING: '4' },
    previousResult: { PASSED: '1', NOT_PASSED: '3', PASSED_WITHOUT_EXAM: '4' },
  },
  motherTongues: { '20': 'Awadhi', '28': 'Bhojpuri', '42': 'Hindi', '56': 'Marwari', '144': 'Urdu' },
  noAadhaar: '999999999999',
  patterns: {
    name: '^[A-Za-z]+( [A-Za-z]+)*$',
    address: '^[-,./a-zA-Z0-9 ]+$',
    phone: '^[6-9][0-9]{9}$',
  },
  addressLength: { min: 20, max: 100 },
  nameLength: { min: 3, max: 50 },
}
