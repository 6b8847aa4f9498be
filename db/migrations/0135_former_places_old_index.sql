-- enrolments_members serves what it has served, for servers of the version before too.
drop index enrolments_section;
