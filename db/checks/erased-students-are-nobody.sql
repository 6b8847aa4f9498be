-- Nothing says any more who an erased student was, and nobody signs in as her.
select students.id
from students
where students.school_id = current_school() and students.erased_at is not null
  and (
    students.name <> 'Erased student ' || students.id or students.phone <> '1234567890' or students.phones <> '{}'
    or not students.disabled or students.subject is not null or students.login_email is not null
    or students.aadhar_sealed is not null or students.photo_file is not null or students.aadhar_file is not null
    or exists (select from payments where payments.school_id = current_school() and payments.student_id = students.id
      and payments.student_name <> students.name)
    or exists (select from gate_scans where gate_scans.school_id = current_school() and gate_scans.student_id = students.id)
    or exists (select from chat_threads where chat_threads.school_id = current_school() and chat_threads.student_id = students.id)
  )
