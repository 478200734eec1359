-- The list of alarms is narrowed by severity.
create index alarm_severity on alarm (severity, raised_at desc, id desc);
