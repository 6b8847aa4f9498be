-- Scores come from files too: the rows of such an import are those of score_changes. Not validated: every older row
-- passed a narrower one.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (
  kind in ('teachers', 'sections', 'students', 'openingDues', 'photos', 'earlierResults', 'scores')
) not valid;
