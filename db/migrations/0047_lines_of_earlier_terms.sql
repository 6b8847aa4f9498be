-- A payment may pay fees of earlier terms too. The payment's term is that of its receipt; a line's is that of its fee. Both are still of
-- one student.
alter table payments add constraint payments_of_student unique (school_id, student_id, id);
alter table collected_lines drop constraint collected_lines_school_id_term_id_student_id_payment_id_fkey;
alter table collected_lines add constraint collected_lines_payment_of_student
  foreign key (school_id, student_id, payment_id) references payments (school_id, student_id, id);
