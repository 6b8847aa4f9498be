-- The days of a class's parts, by which the attendance of their report cards is counted (decisions/0104).

-- [{"part": "Term 1", "from": "2026-06-15", "to": "2026-10-31"}]; a part that is not in it has the whole term.
alter table class_assessments add column part_days jsonb not null default '[]';
alter table class_assessments add constraint class_assessments_part_days_check check (jsonb_typeof(part_days) = 'array') not valid;
