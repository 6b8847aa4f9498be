-- A payment may pay fees of earlier terms too. The payment's term is that of its receipt; a line's is that of its fee. That both are of one
-- student is checked at night (lines-are-of-their-payment): a key for it would be an index more on payments. The constraint is not
-- validated: the rows satisfied the dropped one, which says more.
alter table collected_lines drop constraint collected_lines_school_id_term_id_student_id_payment_id_fkey;
alter table collected_lines add foreign key (school_id, payment_id) references payments (school_id, id) not valid;
