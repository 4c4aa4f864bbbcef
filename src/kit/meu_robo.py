from robo import Negocio, trabalhar


def trabalho(reserva):
    reserva.progresso('Conferindo', 10)
    # O que uma pessoa tem de corrigir volta para ela, com o campo marcado; qualquer outro erro é tentado de novo mais tarde.
    if not reserva.valores['CAMPO']:
        raise Negocio('VAZIO', 'Falta um valor.', {'CAMPO': 'Preencha este campo.'})
    # O trabalho do robô vem aqui.
    return 'Feito.'


trabalhar(trabalho)
