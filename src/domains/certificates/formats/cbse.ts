import { cell, heading, numbered, p, type ReadyFormat, table } from './build.ts'

/** The transfer certificate of schools affiliated to the Central Board of Secondary Education. */
export const cbse: ReadyFormat = {
  key: 'cbse',
  name: 'CBSE: Transfer Certificate',
  format: {
    type: 'doc',
    content: [
      table(
        [
          [
            cell('[logo]', 110, 'center'),
            cell(
              [
                heading(2, '{{schoolName}}'),
                p('{{schoolVillage}}, {{schoolDist}}, {{schoolState}}', 'center'),
                p('Affiliation no.: **{{affiliationNo}}**   UDISE no.: **{{udise}}**', 'center'),
              ],
              498,
            ),
            cell('[qr]', 110, 'center'),
          ],
        ],
        true,
      ),
      heading(1, 'TRANSFER CERTIFICATE'),
      p('[duplicate]', 'center'),
      table([[cell('Serial no.: **{{serialNo}}**', 359), cell('Admission no.: **{{registerNo}}**', 359, 'right')]], true),
      numbered([
        ['Name of the pupil', '**{{studentName}}**'],
        ["Mother's name", '**{{motherName}}**'],
        ["Father's / guardian's name", '**{{guardian}}**'],
        ['Date of birth according to the admission register, in figures', '**{{birthdate}}**'],
        ['Date of birth, in words', '**{{birthdateInWords}}**'],
        ['Nationality', '**{{nationality}}**'],
        ['Whether the pupil belongs to SC / ST / OBC', '**{{category}}**'],
        ['Date of first admission in the school, with class', '**{{dateOfAdmission}}**, class **{{admitInClass}}**'],
        ['Class in which the pupil last studied', '**{{className}}**'],
        ['School / board annual examination last taken, with result', '**{{lastExam}}**'],
        ['Whether failed, if so once or twice in the same class', '**{{failed}}**'],
        ['Subjects studied', '**{{subjects}}**'],
        ['Whether qualified for promotion to a higher class, if so to which', '**{{promoted}}**'],
        ['Month up to which the pupil has paid school dues', '**{{duesPaidUpTo}}**'],
        ['Any fee concession availed of, and its nature', '**{{concession}}**'],
        ['Total number of working days', '**{{workingDays}}**'],
        ['Total number of working days present', '**{{daysPresent}}**'],
        ['Whether NCC cadet / Boy Scout / Girl Guide', '**{{cadet}}**'],
        ['Games played or extra-curricular activities, with achievement level', '**{{games}}**'],
        ['General conduct', '**{{conduct}}**'],
        ['Date of application for the certificate', '**{{applicationDate}}**'],
        ['Date of issue of the certificate', '**{{issueDate}}**'],
        ['Reason for leaving the school', '**{{reason}}**'],
        ['Any other remarks', '**{{remarks}}**'],
      ]),
      table(
        [
          [
            cell('\n\nClass teacher', 239, 'center'),
            cell('\n\nChecked by', 239, 'center'),
            cell('[signature]\nPrincipal', 240, 'center'),
          ],
        ],
        true,
      ),
    ],
  },
}
