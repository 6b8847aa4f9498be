-- students_search serves the searches of students_find, those of the version before too.
drop index students_find;
