#!/usr/bin/perl
# A message centre for tests, on top of Net::SMPP (Debian: libnet-smpp-perl).
#
#   perl smsc.pl PORT JOURNAL [SUBMITS_PER_SECOND]
#
# Listens on 127.0.0.1 and writes "ready PORT" when it does; PORT 0 takes a free one. Account: postrider / secret1.
# The last two digits of the destination choose what happens:
#   20 DELIVRD  21 UNDELIV  22 EXPIRED  23 REJECTD  24 DELETED  25 UNKNOWN  26 ACCEPTD then DELIVRD  27 ENROUTE
#   28 UNDELIV err:005      29 DELIVRD twice            30 the receipt before the response
#   31 receipt without parameters, its id in decimal    32 receipt with the id in capitals and zeros before it
#   33 receipt with sequence 0                          34 a message from a phone that looks like a receipt
#   35 only the first part of a message is UNDELIV      36 receipt without parameters, in UCS-2
#   08 0a 0b 14 45 58 61 66 as hexadecimal: that command_status (0a is written 50, 0b 51); 52 a vendor's 0x401
#   37 to 42 the recipient answers with a long text (from_phone); 42 its first part comes again on another connection
#   53 generic_nack   97 garbage for an answer   98 drops the connection   99 never answers
# Everything else is accepted, with a receipt DELIVRD when one was asked for.
# Journal: one line for each PDU that was read, tab-separated "name=value" pairs.

use strict;
use warnings;
use IO::Select;
use IO::Handle;
use Time::HiRes qw(time);
use Net::SMPP;

my ($port, $journal_file, $per_second) = @ARGV;
$port = 0 unless defined $port;
$journal_file = '/dev/null' unless defined $journal_file;
$per_second = 0 unless defined $per_second;

local $SIG{PIPE} = 'IGNORE';
# Net::SMPP warns about every optional parameter that it has no name for.
local $SIG{__WARN__} = sub { print STDERR $_[0] unless $_[0] =~ /^Unknown tag/ };

my %state_number = (
    ENROUTE => 1, DELIVRD => 2, EXPIRED => 3, DELETED => 4, UNDELIV => 5, ACCEPTD => 6, UNKNOWN => 7, REJECTD => 8,
);
my %states = (
    20 => ['DELIVRD'], 21 => ['UNDELIV'], 22 => ['EXPIRED'], 23 => ['REJECTD'], 24 => ['DELETED'], 25 => ['UNKNOWN'],
    26 => [ 'ACCEPTD', 'DELIVRD' ], 27 => ['ENROUTE'], 28 => ['UNDELIV'], 29 => [ 'DELIVRD', 'DELIVRD' ],
);
my %status = (
    '08' => 0x08, '50' => 0x0a, '51' => 0x0b, '14' => 0x14, '45' => 0x45, '58' => 0x58, '61' => 0x61, '66' => 0x66,
    '52' => 0x401,
);

open my $journal, '>>', $journal_file or die "cannot write $journal_file: $!";
$journal->autoflush(1);
STDOUT->autoflush(1);

my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port) or die "cannot listen on $port: $!";
print 'ready ', $listener->sockport, "\n";

my $select = IO::Select->new($listener);
my %bound;       # fileno => 'transceiver', 'transmitter' or 'receiver'
my @due;         # receipts: [when, sender of the receipt]
my @on_bind;     # deliveries that wait for a connection
my $last_id = 0x00a1b2c0;
my ($second, $in_second) = (0, 0);

while (1) {
    my $wait = @due ? $due[0][0] - time : 1;
    for my $socket ($select->can_read($wait > 0 ? $wait : 0)) {
        if ($socket == $listener) {
            my $accepted = $listener->accept or next;
            $accepted->blocking(1);
            $select->add($accepted);
        }
        else {
            my $pdu = $socket->read_pdu;
            $pdu ? answer($socket, $pdu) : hang_up($socket);
        }
    }
    while (@due and $due[0][0] <= time) { (shift @due)->[1]->() }
}

sub hang_up {
    my ($socket) = @_;
    $select->remove($socket);
    delete $bound{ fileno $socket };
    close $socket;
}

sub record {
    my ($kind, %fields) = @_;
    print $journal join("\t", $kind, map { "$_=$fields{$_}" } sort keys %fields), "\n";
}

sub answer {
    my ($socket, $pdu) = @_;
    my ($cmd, $seq) = ($pdu->{cmd}, $pdu->{seq});
    my %binds = (
        Net::SMPP::CMD_bind_transceiver, ['transceiver', 'bind_transceiver_resp'],
        Net::SMPP::CMD_bind_transmitter, ['transmitter', 'bind_transmitter_resp'],
        Net::SMPP::CMD_bind_receiver,    ['receiver',    'bind_receiver_resp'],
    );
    if (my $bind = $binds{$cmd}) {
        my ($kind, $respond) = @$bind;
        record('bind', kind => $kind, system_id => $pdu->{system_id}, system_type => $pdu->{system_type},
            version => $pdu->{interface_version});
        my $known = $pdu->{system_id} eq 'postrider' && $pdu->{password} eq 'secret1';
        $bound{ fileno $socket } = $kind if $known;
        $socket->$respond(seq => $seq, system_id => 'smsc', status => $known ? 0 : 0x0e);
        (shift @on_bind)->($socket) while @on_bind;
    }
    elsif ($cmd == Net::SMPP::CMD_submit_sm) { submit($socket, $pdu) }
    elsif ($cmd == Net::SMPP::CMD_enquire_link) { record('enquire_link'); $socket->enquire_link_resp(seq => $seq) }
    elsif ($cmd == Net::SMPP::CMD_unbind) { record('unbind'); $socket->unbind_resp(seq => $seq); hang_up($socket) }
    elsif ($cmd == Net::SMPP::CMD_deliver_sm_resp) { record('deliver_sm_resp', seq => $seq, status => $pdu->{status}) }
    else { record('other', cmd => sprintf('%x', $cmd)) }
}

sub submit {
    my ($socket, $pdu) = @_;
    my $seq = $pdu->{seq};
    record('submit_sm', to => $pdu->{destination_addr}, from => $pdu->{source_addr},
        ton => $pdu->{source_addr_ton}, npi => $pdu->{source_addr_npi},
        dest_ton => $pdu->{dest_addr_ton}, dest_npi => $pdu->{dest_addr_npi},
        esm_class => $pdu->{esm_class}, data_coding => $pdu->{data_coding},
        registered_delivery => $pdu->{registered_delivery},
        text => unpack('H*', $pdu->{short_message}),
        payload => unpack('H*', defined $pdu->{message_payload} ? $pdu->{message_payload} : ''),
        sar => join(',', map { defined $_ ? unpack('H*', $_) : '' }
            @$pdu{qw(sar_msg_ref_num sar_total_segments sar_segment_seqnum)}));
    my ($digits) = $pdu->{destination_addr} =~ /(..)$/;

    return hang_up($socket) if $digits eq '98';
    return if $digits eq '99';
    return syswrite($socket, 'HTTP/1.1 400 Bad Request') if $digits eq '97';
    return refuse($socket, $seq, 0x80000000, 0x02) if $digits eq '53';
    return refuse($socket, $seq, 0x80000004, $status{$digits}) if $status{$digits};
    return refuse($socket, $seq, 0x80000004, 0x58) if is_too_fast();

    my $id = sprintf '%08x', ++$last_id;
    my $respond = sub { $socket->submit_sm_resp(seq => $seq, message_id => $id) };
    $respond->() unless $digits eq '30';
    my $delay = 0.02;
    for my $state (@{ $states{$digits} || ['DELIVRD'] }) {
        $state = 'UNDELIV' if $digits eq '35' && is_first_part($pdu);
        my $wanted = $pdu->{registered_delivery} & 3;
        next if !$wanted || ($wanted == 2 && $state =~ /^(DELIVRD|ACCEPTD|ENROUTE)$/);
        my $send = sub { receipt($pdu, $id, $state, $digits) };
        $digits eq '30' ? $send->() : push @due, [ time + $delay, $send ];
        $delay += 0.05;
    }
    @due = sort { $a->[0] <=> $b->[0] } @due;
    $respond->() if $digits eq '30';
    from_phone($socket, $pdu, $digits) if $digits =~ /^(3[7-9]|4[0-2])$/;
}

# The recipient of a message answers with a long text in two parts, the second before the first, and the second twice.
# In UCS-2, with a surrogate pair of which each part has a half. 37 header of 8 bits, 38 of 16 bits, 39 parameters,
# 40 the text as a whole in message_payload, 41 a header in the message_payload of data_sm, 42 as 37, but the first part
# is sent before the connection is dropped, and again on the next one.
sub from_phone {
    my ($socket, $submitted, $digits) = @_;
    my @parts = (pack('n*', (map { ord } split //, 'Hello '), 0xd83d), pack('n*', 0xde21, map { ord } split //, ' world'));
    my $deliver = sub {
        my ($to, $number) = @_;
        my $text = $parts[ $number - 1 ];
        my %header = (
            37 => pack('C*', 5, 0, 3, 0xab, 2, $number), 38 => pack('C*', 6, 8, 4, 1, 2, 2, $number),
            41 => pack('C*', 8, 0x24, 1, 1, 0, 3, 0xac, 2, $number), 42 => pack('C*', 5, 0, 3, 0xad, 2, $number),
        );
        my $header = $header{$digits};
        my @sar = $digits ne '39' ? () : (
            sar_msg_ref_num => pack('n', 300), sar_total_segments => pack('C', 2), sar_segment_seqnum => pack('C', $number),
        );
        my %pdu = (
            source_addr => $submitted->{destination_addr}, destination_addr => '20880', data_coding => 8,
            esm_class => defined $header ? 0x40 : 0, async => 1, @sar,
        );
        $text = $header . $text if defined $header;
        return $to->data_sm(%pdu, message_payload => $text) if $digits eq '41';
        $to->deliver_sm(%pdu, short_message => $text);
    };
    if ($digits eq '40') {
        return $socket->deliver_sm(
            source_addr => $submitted->{destination_addr}, destination_addr => '20880', data_coding => 8, esm_class => 0,
            async => 1, short_message => '', message_payload => join('', @parts),
        );
    }
    if ($digits eq '42') {
        push @on_bind, sub { my ($next) = @_; $deliver->($next, $_) for 1, 2 };
        $deliver->($socket, 1);
        # The response must not find a connection.
        return hang_up($socket);
    }
    $deliver->($socket, $_) for 2, 1, 2;
}

sub is_first_part {
    my ($pdu) = @_;
    return ($pdu->{esm_class} & 0x40) && substr($pdu->{short_message}, 5, 1) eq "\x01";
}

sub is_too_fast {
    return 0 unless $per_second;
    my $now = int time;
    ($second, $in_second) = ($now, 0) if $now != $second;
    return ++$in_second > $per_second;
}

# Net::SMPP cannot leave the message id out of a response; the standard does for a refusal.
sub refuse {
    my ($socket, $seq, $cmd, $code) = @_;
    syswrite $socket, pack('NNNN', 16, $cmd, $code, $seq);
}

sub receipt {
    my ($submitted, $id, $state, $digits) = @_;
    my ($socket) = grep { ($bound{ fileno $_ } || '') =~ /^(transceiver|receiver)$/ } $select->handles;
    return unless $socket;
    my $err = $digits eq '28' ? '005' : '000';
    my $shown = $id;
    $shown = hex $id if $digits eq '31';
    $shown = '0000' . uc $id if $digits eq '32';
    my $text = "id:$shown sub:001 dlvrd:001 submit date:2401011200 done date:240101120000 stat:$state err:$err text:hi";
    my @coding = ();
    if ($digits eq '36') {
        $text = join '', map { "\0$_" } split //, $text;
        @coding = (data_coding => 8);
    }
    my @parameters = $digits =~ /^(31|36)$/ ? () : (
        receipted_message_id => "$shown\0",
        message_state        => pack('C', $state_number{$state}),
    );
    $socket->deliver_sm(
        source_addr      => $submitted->{destination_addr},
        destination_addr => $submitted->{source_addr},
        esm_class        => $digits eq '34' ? 0 : 4,
        short_message    => $text,
        async            => 1,
        @coding,
        ($digits eq '33' ? (seq => 0) : ()),
        ($digits eq '34' ? () : @parameters),
    );
}
