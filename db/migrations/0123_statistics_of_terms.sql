-- Whoever plans a statement about a school and its term takes the two for independent: of a tenth of the rows a tenth, and
-- so for one row where there are thousands. It then loops where it should join: with eleven schools the list of incidents
-- read 12,120 rows to show 20, and online payments 2,049. A term is one school's, and these statistics say so
-- (decisions/0130). A new table with both columns gets them too.
create statistics attention_cases_of_term (dependencies) on school_id, term_id from attention_cases;
create statistics book_progresses_of_term (dependencies) on school_id, term_id from book_progresses;
create statistics certificates_of_term (dependencies) on school_id, term_id from certificates;
create statistics class_assessments_of_term (dependencies) on school_id, term_id from class_assessments;
create statistics classes_of_term (dependencies) on school_id, term_id from classes;
create statistics collected_lines_of_term (dependencies) on school_id, term_id from collected_lines;
create statistics concessions_of_term (dependencies) on school_id, term_id from concessions;
create statistics discount_requests_of_term (dependencies) on school_id, term_id from discount_requests;
create statistics enrolments_of_term (dependencies) on school_id, term_id from enrolments;
create statistics exam_papers_of_term (dependencies) on school_id, term_id from exam_papers;
create statistics exams_of_term (dependencies) on school_id, term_id from exams;
create statistics expenses_of_term (dependencies) on school_id, term_id from expenses;
create statistics fee_categories_of_term (dependencies) on school_id, term_id from fee_categories;
create statistics fee_category_classes_of_term (dependencies) on school_id, term_id from fee_category_classes;
create statistics fee_category_exceptions_of_term (dependencies) on school_id, term_id from fee_category_exceptions;
create statistics fees_of_term (dependencies) on school_id, term_id from fees;
create statistics holistic_entries_of_term (dependencies) on school_id, term_id from holistic_entries;
create statistics incidents_of_term (dependencies) on school_id, term_id from incidents;
create statistics online_orders_of_term (dependencies) on school_id, term_id from online_orders;
create statistics payments_of_term (dependencies) on school_id, term_id from payments;
create statistics reexamination_scores_of_term (dependencies) on school_id, term_id from reexamination_scores;
create statistics refunds_of_term (dependencies) on school_id, term_id from refunds;
create statistics registers_of_term (dependencies) on school_id, term_id from registers;
create statistics report_cards_of_term (dependencies) on school_id, term_id from report_cards;
create statistics result_publications_of_term (dependencies) on school_id, term_id from result_publications;
create statistics scores_of_term (dependencies) on school_id, term_id from scores;
create statistics sections_of_term (dependencies) on school_id, term_id from sections;
create statistics student_fee_categories_of_term (dependencies) on school_id, term_id from student_fee_categories;
create statistics student_remarks_of_term (dependencies) on school_id, term_id from student_remarks;
create statistics subjects_of_term (dependencies) on school_id, term_id from subjects;
-- Autovacuum may come late to a table that seldom changes.
analyze attention_cases, book_progresses, certificates, class_assessments, classes, collected_lines, concessions,
  discount_requests, enrolments, exam_papers, exams, expenses, fee_categories, fee_category_classes,
  fee_category_exceptions, fees, holistic_entries, incidents, online_orders, payments, reexamination_scores, refunds,
  registers, report_cards, result_publications, scores, sections, student_fee_categories, student_remarks, subjects;
