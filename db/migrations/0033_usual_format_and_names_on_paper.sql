-- The format that a school usually issues its certificates with: at most one of those that are not deleted (0034).
alter table certificate_formats add column usual boolean not null default false;

-- Expense categories that differ in spaces, case and invisible characters alone are one (nameKey in src/shared/names.ts). Of those
-- that were there twice already, the first has the key; the others stay as they are, with null.
alter table expense_categories add column name_key text;

-- The register said "Ishaan Mahesh Gupta Gupta" where the paper has the rows "Ishaan", "Mahesh Gupta" and "Gupta".
-- Nodes of a cluster are told of `set local`, and so show the rows of that school.
set local citus.propagate_set_commands to local;
do $$
declare
  school bigint;
begin
  for school in select id from schools where id > 0 loop
    execute format('set local app.school_id to %L', school);
    update certificates c
      set student_name = n.first_name || ' ' || left(n.father_name, -length(n.surname)) || n.surname
      from (
        select id, btrim(regexp_replace("values" ->> 'firstName', '\s+', ' ', 'g')) as first_name,
          btrim(regexp_replace("values" ->> 'fatherName', '\s+', ' ', 'g')) as father_name,
          btrim(regexp_replace("values" ->> 'surname', '\s+', ' ', 'g')) as surname
        from certificates where school_id = school
      ) n
      where c.school_id = school and n.id = c.id and n.surname <> ''
        and c.student_name = n.first_name || ' ' || n.father_name || ' ' || n.surname
        and lower(n.father_name) like '% ' || replace(replace(replace(lower(n.surname), '\', '\\'), '%', '\%'), '_', '\_');
    update expense_categories c
      set name_key = k.name_key
      from (
        select id, first_value(id) over (partition by name_key order by id) as first_id, name_key
        from (
          select id, lower(regexp_replace(normalize(name, nfc), '[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')) as name_key
          from expense_categories where school_id = school and deleted_at is null
        ) named
      ) k
      where c.school_id = school and c.id = k.id and k.id = k.first_id;
  end loop;
  set local app.school_id to '';
end $$;
