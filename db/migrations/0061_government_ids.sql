-- What the government's portal UDISE+ asks about a student: the columns of the group Reporting in students.fields.ts. '' is not given.
-- Fields of the school year before hold for the term in which they were entered. It has no foreign key: of a deleted term,
-- nobody reads them.

alter table students
  add column name_as_aadhaar text not null default '',
  add column apaar_consent text not null default '',
  add column pincode text not null default '',
  add column mother_tongue_code text not null default '',
  add column social_category text not null default '',
  add column minority_group text not null default '',
  add column bpl text not null default '',
  add column aay text not null default '',
  add column ews text not null default '',
  add column cwsn text not null default '',
  add column impairments text not null default '',
  add column indian_national text not null default '',
  add column out_of_school text not null default '',
  add column stream text not null default '',
  add column previous_status text not null default '',
  add column previous_class text not null default '',
  add column exam_appeared text not null default '',
  add column previous_result text not null default '',
  add column previous_marks text not null default '',
  add column previous_days text not null default '',
  add column previous_of_term bigint;

-- Not validated: every row has the defaults.
alter table students
  add constraint students_yes_no check (
    apaar_consent in ('', 'YES', 'NO') and bpl in ('', 'YES', 'NO') and aay in ('', 'YES', 'NO') and ews in ('', 'YES', 'NO')
    and cwsn in ('', 'YES', 'NO') and indian_national in ('', 'YES', 'NO') and out_of_school in ('', 'YES', 'NO')
    and exam_appeared in ('', 'YES', 'NO')
  ) not valid,
  add constraint students_social_category check (social_category in ('', 'GENERAL', 'SC', 'ST', 'OBC')) not valid,
  add constraint students_minority_group check (
    minority_group in ('', 'MUSLIM', 'CHRISTIAN', 'SIKH', 'BUDDHIST', 'PARSI', 'JAIN', 'NONE')
  ) not valid,
  add constraint students_impairments check (impairments ~ '^([A-Z_]+(,[A-Z_]+)*)?$') not valid,
  add constraint students_stream check (stream in ('', 'ARTS', 'SCIENCE', 'COMMERCE', 'VOCATIONAL', 'OTHER')) not valid,
  add constraint students_previous_status check (
    previous_status in ('', 'SAME_SCHOOL', 'OTHER_SCHOOL', 'ANGANWADI', 'NOT_STUDYING')
  ) not valid,
  add constraint students_previous_class check (previous_class ~ '^(PP[123]|[1-9]|1[012])?$') not valid,
  add constraint students_previous_result check (previous_result in ('', 'PASSED', 'NOT_PASSED', 'PASSED_WITHOUT_EXAM')) not valid,
  add constraint students_pincode check (pincode ~ '^([1-9][0-9]{5})?$') not valid,
  add constraint students_numbers check (
    mother_tongue_code ~ '^([1-9][0-9]{0,2})?$' and previous_marks ~ '^([0-9]|[1-9][0-9]|100)?$' and previous_days ~ '^([0-9]{1,3})?$'
  ) not valid;
