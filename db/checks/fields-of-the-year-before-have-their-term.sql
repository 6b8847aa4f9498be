-- What a student did in the school year before holds for one term, and says which.
select students.id
from students
where students.school_id = current_school() and students.previous_of_term is null
  and concat(
    students.previous_status, students.previous_class, students.exam_appeared, students.previous_result,
    students.previous_marks, students.previous_days
  ) <> ''
